import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { AppError, invalidInput, unauthorized } from '../../http/app-error.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Tables } from '../../services/tables.ts'
import { recordCall } from '../reports/call-repository.ts'
import { handleMessageEventsJob } from '../reports/handle-message-events.job.ts'
import { isWebhookCall } from '../reports/webhook-events.ts'
import { isSameSecret, isSignedBy } from './webhook-signature.ts'

export type WhatsappWebhookOptions = {
  db: Kysely<Tables>
  jobs: Pick<Jobs, 'enqueue'>
  /** Null when messages are off, so that the route does not exist. */
  account: { phoneNumberId: string; appSecret: string; verifyToken: string } | null
}

/** Meta's largest call (developers.facebook.com, webhooks overview). */
const maxBodyBytes = 3 * 1024 * 1024

const verificationSchema = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().max(200),
})

/** Receives webhook calls: verifies, stores and answers them; a job processes them. */
export const whatsappWebhookPlugin: FastifyPluginAsync<WhatsappWebhookOptions> = async (app, options) => {
  const { db, jobs, account } = options
  if (!account) return
  // The signature is over the bytes as they came.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
    done(null, body),
  )

  app.get('/', async (request, reply) => {
    const query = verificationSchema.safeParse(request.query)
    if (!query.success || !isSameSecret(query.data['hub.verify_token'], account.verifyToken)) {
      throw new AppError('forbidden')
    }
    return reply.type('text/plain; charset=utf-8').send(query.data['hub.challenge'])
  })

  app.post('/', { bodyLimit: maxBodyBytes }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (!isSignedBy(account.appSecret, body, request.headers['x-hub-signature-256'])) throw unauthorized()
    if (!isWebhookCall(parseJson(body))) throw invalidInput()
    await db.transaction().execute(async (trx) => {
      if (await recordCall(trx, body)) await jobs.enqueue(trx, handleMessageEventsJob, {})
    })
    return reply.type('text/plain; charset=utf-8').send('ok')
  })
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw invalidInput()
  }
}
