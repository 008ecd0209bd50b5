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
  return { ...factor, token: await showSecondFactor(app, token, factor) }
}

/** Shows a factor the account has. Answers the token that is good from then on. */
export async function showSecondFactor(
  app: FastifyInstance,
  token: string,
  { factorId, secret }: Factor,
): Promise<string> {
  const challenge = await post(app, token, `/${factorId}/challenge`, {})
  const code = codeAt(secret, new Date())?.code
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
