import type { FastifyPluginAsync } from 'fastify'
import { authenticatorPage } from './authenticator-page.ts'
import type { EnrolledKey, ShownKey } from './enrolled-key.ts'
import { codeAt } from './totp.ts'

/** A TOTP key that is enrolled, or is being enrolled, in an account. */
export type Authenticator = { listKeys: () => Promise<EnrolledKey[]> }

/** Serves the authenticator as a page (`/authenticator`) and as JSON (`/api/authenticator`). */
export const authenticatorPlugin: FastifyPluginAsync<{ authenticator: Authenticator }> = async (
  app,
  { authenticator },
) => {
  const listShown = async (): Promise<ShownKey[]> =>
    (await authenticator.listKeys()).flatMap((key) => {
      const shown = codeAt(key.secret, new Date())
      return shown ? [{ ...key, ...shown }] : []
    })

  app.get('/authenticator', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(authenticatorPage(await listShown())),
  )

  app.get('/api/authenticator', listShown)

  app.post('/api/authenticator', async (request, reply) => {
    const { secret } = (request.body ?? {}) as { secret?: unknown }
    const shown = typeof secret === 'string' ? codeAt(secret, new Date()) : null
    return shown ?? reply.status(400).send({ code: 'not_a_key' })
  })
}
