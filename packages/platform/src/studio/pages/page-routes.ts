import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { reached } from '../gate/guard.ts'
import type { StudioContext } from '../studio-context.ts'
import { notFound } from '../studio-error.ts'
import { type Page, readPages } from './read-pages.ts'

/** The page of Studio and its scripts, which say nothing of any data. */
export async function pageRoutes(
  app: FastifyInstance,
  { settings, address }: Pick<StudioContext, 'settings' | 'address'>,
): Promise<void> {
  const pages = await readPages(settings.folder)

  app.get('/', async (request, reply) => {
    const { host, path } = reached(request, address)
    // What the page names lies below it.
    if (!/\/(?:\?|$)/.test(request.url)) return reply.redirect(`${path}/`, 308)
    // A policy cannot name an address of IPv6.
    const own = host.startsWith('[') ? null : `${host}${path}/`
    reply.header('content-security-policy', policyOf(own))
    return send(request, reply, pages.get('index.html'))
  })

  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const page = pages.get(`assets/${request.params.name}`)
    // The name changes with what is in it.
    if (page) reply.header('cache-control', 'public, max-age=31536000, immutable')
    return send(request, reply, page)
  })
}

/** Nothing but Studio's own scripts and styles, by their path: files that anybody may have stored lie on the same host. */
function policyOf(own: string | null): string {
  const below = (folder: string) => (own === null ? "'self'" : `${own}${folder}/`)
  const parts = [
    "default-src 'none'",
    `script-src ${below('assets')}`,
    `style-src ${below('assets')}`,
    `connect-src ${below('api')}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return parts.join('; ')
}

function send({ headers }: FastifyRequest, reply: FastifyReply, page: Page | undefined): FastifyReply {
  if (!page) throw notFound('file')
  const accepted = headers['accept-encoding'] ?? ''
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name))
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .type(page.type)
    .header('vary', 'accept-encoding')
    .send(page[encoding ?? 'plain'])
}
