import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../auth-context.ts'
import { validationFailed } from '../auth-errors.ts'
import { signUpAnonymously, signUpWithEmail } from '../email/sign-up-with-email.ts'
import { exchangeAuthCode } from '../flow-state.ts'
import type { Grant, OptionalSignIn } from '../optional-sign-in.ts'
import { Params, parseEmail } from '../params.ts'
import { parsePhone } from '../phone/parse-phone.ts'
import { signUpWithPhone } from '../phone/sign-up-with-phone.ts'
import {
  challengeOf,
  createLimitHook,
  limitRecipientsPerNetwork,
  metadataOf,
  originOf,
  redirectOf,
} from '../requests.ts'
import { requireUser } from './caller.ts'
import { refreshSession } from './refresh-session.ts'
import { endSessions } from './sessions.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

/** Ways to get a session, by the `grant_type` of the request. */
const ownGrants: readonly (readonly [string, Grant])[] = [
  [
    'password',
    async (context, params, request) => {
      const phone = params.string('phone')
      return signInWithPassword(context, {
        ...(phone ? { phone: parsePhone(phone) } : { email: parseEmail(params.string('email')) }),
        password: params.string('password'),
        origin: originOf(request),
      })
    },
  ],
  [
    'refresh_token',
    async (context, params) => {
      const refreshToken = params.string('refresh_token')
      if (!refreshToken) throw validationFailed('refresh_token required')
      return refreshSession(context, refreshToken)
    },
  ],
  [
    'pkce',
    async (context, params, request) =>
      exchangeAuthCode(context, {
        authCode: params.string('auth_code'),
        codeVerifier: params.string('code_verifier'),
        origin: originOf(request),
      }),
  ],
]

/** Serves sign-up, sign-in and sign-out. */
export function sessionRoutes(
  app: FastifyInstance,
  context: AuthContext,
  optional: readonly OptionalSignIn[],
): void {
  const grants = new Map([...ownGrants, ...optional.flatMap((signIn) => Object.entries(signIn.grants ?? {}))])
  const signupLimit = createLimitHook(context, 'signup')
  const tokenLimit = createLimitHook(context, 'token')
  const requireTurn = limitRecipientsPerNetwork(context)

  app.post('/signup', { onRequest: signupLimit }, async (request, reply) => {
    const params = new Params(request.body)
    const data = metadataOf(params)
    const email = params.string('email')
    const phone = params.string('phone')
    const origin = originOf(request)
    if (!email && !phone && !params.string('password')) return signUpAnonymously(context, { data, origin })
    if (email && phone) {
      throw validationFailed('Only an email address or phone number should be provided on signup.')
    }
    if (phone) {
      if (challengeOf(params)) throw validationFailed('PKCE not supported for phone signups')
      const number = parsePhone(phone)
      await requireTurn(request, reply, number)
      return signUpWithPhone(context, {
        phone: number,
        password: params.string('password'),
        data,
        origin,
      })
    }
    const address = parseEmail(email)
    await requireTurn(request, reply, address)
    return signUpWithEmail(context, {
      email: address,
      password: params.string('password'),
      data,
      redirectTo: redirectOf(context, request),
      challenge: challengeOf(params),
      origin,
    })
  })

  app.post<{ Querystring: { grant_type?: string } }>('/token', { onRequest: tokenLimit }, async (request) => {
    const params = new Params(request.body)
    const grant = grants.get(String(request.query.grant_type))
    if (!grant) throw validationFailed('unsupported_grant_type')
    return grant(context, params, request)
  })

  app.post<{ Querystring: { scope?: string } }>('/logout', async (request, reply) => {
    const scope = request.query.scope ?? 'global'
    const { user, session } = await requireUser(context, request)
    if (scope === 'global' || session === null) await endSessions(context.db, user.id, 'all')
    else if (scope === 'local') await endSessions(context.db, user.id, { only: session.id })
    else if (scope === 'others') await endSessions(context.db, user.id, { except: session.id })
    else throw validationFailed(`Unsupported logout scope "${scope}"`)
    return reply.code(204).send()
  })
}
