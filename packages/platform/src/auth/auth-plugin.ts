import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { allowCrossOrigin } from '../http/cors.ts'
import { adminRoutes } from './admin/admin-routes.ts'
import { inviteRoutes } from './admin/invite.ts'
import type { AuthContext } from './auth-context.ts'
import { codeRoutes } from './codes/code-routes.ts'
import { deviceCookieFor } from './codes/known-device.ts'
import { factorRoutes } from './factors/factor-routes.ts'
import { handleAuthErrors } from './handle-auth-errors.ts'
import type { OptionalSignIn } from './optional-sign-in.ts'
import { parseAuthBody } from './params.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import type { SessionBody } from './sessions/sessions.ts'
import { userRoutes } from './users/user-routes.ts'

/** GoTrue's routes, to be mounted at /auth/v1. */
export const authPlugin: FastifyPluginAsync<AuthContext & { optional: readonly OptionalSignIn[] }> = async (
  app,
  { optional, ...context },
) => {
  allowCrossOrigin(app, context.settings.isAllowedOrigin)
  handleAuthErrors(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: 256 * 1024 },
    async (_: FastifyRequest, body: string) => parseAuthBody(body),
  )
  setKnownDeviceCookies(app, context)
  publicRoutes(app, context, optional)
  sessionRoutes(app, context, optional)
  codeRoutes(app, context)
  userRoutes(app, context)
  factorRoutes(app, context)
  passkeyRoutes(app, context)
  inviteRoutes(app, context)
  await app.register(adminRoutes, { ...context, prefix: '/admin' })
  for (const { routes } of optional) {
    if (routes) await app.register((scope) => routes(scope, context))
  }
}

/** Gives the browser of every new or renewed session what makes it a known device (`known-device.ts`). */
function setKnownDeviceCookies(app: FastifyInstance, context: AuthContext): void {
  app.addHook('preSerialization', async (_request, reply, payload) => {
    const session = isSessionBody(payload) ? sessionOf(payload) : null
    if (session) reply.header('set-cookie', deviceCookieFor(context, session))
    return payload
  })
}

function isSessionBody(payload: unknown): payload is SessionBody {
  return typeof payload === 'object' && payload !== null && 'access_token' in payload && 'user' in payload
}

function sessionOf({ access_token, user }: SessionBody): { address: string; sessionId: string } | null {
  const { session_id: sessionId } = decodeJwt(access_token)
  const { email } = user
  return typeof sessionId === 'string' && typeof email === 'string' && email !== ''
    ? { address: email, sessionId }
    : null
}

function publicRoutes(
  app: FastifyInstance,
  { keys, settings }: AuthContext,
  optional: readonly OptionalSignIn[],
): void {
  const shown = optional.map((signIn) => signIn.shown ?? {})
  // Upstream names its version here, too, which no client needs and a stranger is not told.
  app.get('/health', async () => ({
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  }))
  app.get('/settings', async () => ({
    external: {
      anonymous_users: settings.auth.anonymousUsersEnabled,
      email: settings.auth.emailEnabled,
      phone: settings.auth.phoneEnabled,
      ...Object.assign({}, ...shown.map(({ external }) => external)),
    },
    disable_signup: settings.auth.disableSignup,
    mailer_autoconfirm: settings.auth.autoconfirm,
    phone_autoconfirm: settings.auth.phoneAutoconfirm,
    sms_provider: '',
    saml_enabled: shown.some(({ saml_enabled }) => saml_enabled),
    passkeys_enabled: settings.auth.webauthn.passkeysEnabled,
  }))
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return { keys: keys.publicJwks }
  })
}
