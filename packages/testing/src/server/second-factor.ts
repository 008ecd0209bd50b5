import { codeAt } from '@app/sandbox/authenticator/totp'
import type { FastifyInstance } from 'fastify'

export type Factor = { factorId: string; secret: string }

/** Adds a second factor to the account of a token and shows it. Answers the factor and the token that is good from then on. */
export async function addSecondFactor(
  app: FastifyInstance,
  token: string,
  friendlyName = 'phone',
): Promise<Factor & { token: string }> {
  const enrolled = await post(app, token, '', { factor_type: 'totp', friendly_name: friendlyName })
  const factor = { factorId: enrolled.id, secret: enrolled.totp.secret }
  return { ...factor, token: await showSecondFactor(app, token, factor, new Date()) }
}

/** The next period, whose code is taken already and has not been shown yet. */
const soon = () => new Date(Date.now() + 30_000)

/** Shows a factor the account has, which was added with the code of now. Answers the token that is good from then on. */
export async function showSecondFactor(
  app: FastifyInstance,
  token: string,
  { factorId, secret }: Factor,
  at = soon(),
): Promise<string> {
  const challenge = await post(app, token, `/${factorId}/challenge`, {})
  const code = codeAt(secret, at)?.code
  return (await post(app, token, `/${factorId}/verify`, { challenge_id: challenge.id, code })).access_token
}

async function post(app: FastifyInstance, token: string, path: string, payload: object) {
  const answer = await app.inject({
    method: 'POST',
    url: `/auth/v1/factors${path}`,
    headers: { authorization: `Bearer ${token}` },
    payload,
  })
  if (answer.statusCode !== 200) throw new Error(`factors${path} answered ${answer.body}`)
  return answer.json()
}
