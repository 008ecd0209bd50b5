import type { FastifyPluginAsync } from 'fastify'
import { authenticatorPage } from './authenticator-page.ts'
import { codeAt } from './totp.ts'

/** A key that somebody has added, or is adding, to an account. */
type EnrolledKey = { account: string; secret: string; isConfirmed: boolean }

/** A key with what an app would show for it now. */
export type ShownKey = EnrolledKey & { code: string; secondsLeft: number }

export type Authenticator = { listKeys: () => Promise<EnrolledKey[]> }

/** The app with codes for people (`/authenticator`) and for programs (`/api/authenticator`). */
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
