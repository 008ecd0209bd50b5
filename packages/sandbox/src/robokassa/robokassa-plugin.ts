import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { cardPage, errorPage } from './card-page.ts'
import { renderOpState } from './op-state.ts'
import { parsePaymentRequest } from './payment-request.ts'
import { paymentsPage } from './payments-page.ts'
import type { SandboxMerchant } from './sandbox-merchant.ts'

const html = 'text/html; charset=utf-8'
const bodyLimit = 64 * 1024
const assets = { 'card.css': 'text/css; charset=utf-8', 'bank.svg': 'image/svg+xml' } as const

/** Serves the hosted payment page, the status service and the list of payments. */
export const robokassaPlugin: FastifyPluginAsync<{ merchant: SandboxMerchant }> = async (
  app,
  { merchant },
) => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, body),
  )
  app.addHook('onClose', async () => merchant.close())

  for (const [name, type] of Object.entries(assets)) {
    const content = await readFile(join(import.meta.dirname, '../assets', name))
    app.get(`/robokassa/${name}`, async (_request, reply) => reply.type(type).send(content))
  }

  app.route({
    method: ['GET', 'POST'],
    url: '/robokassa/Merchant/Index.aspx',
    async handler(request, reply) {
      const reading = parsePaymentRequest(merchant.shop, paramsOf(request))
      const opening = reading.outcome === 'valid' ? merchant.open(reading.request) : reading
      reply.type(html)
      if (opening.outcome === 'error') return reply.status(400).send(errorPage(opening.code))
      return reply.send(cardPage(merchant.shop, opening.payment))
    },
  })

  app.post('/robokassa/Merchant/Pay', async (request, reply) => {
    const params = paramsOf(request)
    const key = params.get('key') ?? ''
    const action = params.get('action')
    const email = (params.get('email') ?? '').slice(0, 254)
    const to =
      action === 'once' || action === 'twice' || action === 'silently'
        ? await merchant.pay(key, action, email)
        : merchant.decline(key)
    if (!to) return reply.status(400).type(html).send(errorPage(33))
    return reply.redirect(to, 303)
  })

  app.route({
    method: ['GET', 'POST'],
    url: '/robokassa/Merchant/WebService/Service.asmx/OpStateExt',
    handler: async (request, reply) =>
      reply.type('text/xml; charset=utf-8').send(renderOpState(merchant, paramsOf(request))),
  })

  app.get('/payments', async (_request, reply) => reply.type(html).send(paymentsPage(merchant.list())))
  app.post('/payments/clear', async (_request, reply) => {
    merchant.clear()
    return reply.redirect('/sandbox/payments', 303)
  })
  app.get('/api/payments', async () => merchant.list())
  app.delete('/api/payments', async (_request, reply) => {
    merchant.clear()
    return reply.status(204).send()
  })
}

function paramsOf(request: FastifyRequest): URLSearchParams {
  if (request.method === 'POST')
    return new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  return new URL(request.url, 'http://sandbox').searchParams
}
