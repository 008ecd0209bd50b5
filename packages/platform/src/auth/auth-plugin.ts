import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { allowCrossOrigin } from '../http/cors.ts'
import { RateLimiter } from '../http/rate-limiter.ts'
import { adminRoutes } from './admin-routes.ts'
import type { AuthContext, Origin } from './auth-context.ts'
import { tooManyRequests, validationFailed } from './auth-errors.ts'
import { requireUser } from './caller.ts'
import { handleAuthErrors } from './handle-auth-errors.ts'
import { Params, parseAuthBody, parseEmail } from './params.ts'
import { allowedRedirect } from './redirect.ts'
import { refreshSession } from './refresh-session.ts'
import { requestRecovery, requestSignInCode, resendConfirmation } from './request-code.ts'
import { endSessions } from './sessions.ts'
import { signInWithPassword } from './sign-in-with-password.ts'
import { signUp, signUpAnonymously } from './signup.ts'
import { changeUser } from './update-user.ts'
import { userBody } from './user-body.ts'
import { parseVerificationType, verify } from './verify.ts'
import { followLink } from './verify-link.ts'

type Query = { grant_type?: string; scope?: string; redirect_to?: string; type?: string; token?: string }

/** GoTrue's routes, to be mounted at /auth/v1. */
export const authPlugin: FastifyPluginAsync<AuthContext> = async (app, context) => {
  allowCrossOrigin(app)
  handleAuthErrors(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: 256 * 1024 },
    async (_: FastifyRequest, body: string) => parseAuthBody(body),
  )
  publicRoutes(app, context)
  sessionRoutes(app, context)
  codeRoutes(app, context)
  userRoutes(app, context)
  await app.register(adminRoutes, { ...context, prefix: '/admin' })
}

function publicRoutes(app: FastifyInstance, { keys, settings }: AuthContext): void {
  app.get('/health', async () => ({
    version: 'v2.180.0',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  }))
  app.get('/settings', async () => ({
    external: {
      anonymous_users: settings.auth.anonymousUsersEnabled,
      email: settings.auth.emailEnabled,
      phone: false,
    },
    disable_signup: settings.auth.disableSignup,
    mailer_autoconfirm: settings.auth.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }))
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return { keys: [keys.publicJwk] }
  })
}

function sessionRoutes(app: FastifyInstance, context: AuthContext): void {
  const signupLimit = limited(context.settings.rateLimits.signup)
  const tokenLimit = limited(context.settings.rateLimits.token)

  app.post<{ Querystring: Query }>('/signup', { onRequest: signupLimit }, async (request) => {
    const params = new Params(request.body)
    const data = params.object('data') ?? {}
    const email = params.string('email')
    const phone = params.string('phone')
    const origin = originOf(request)
    if (!email && !phone && !params.string('password')) return signUpAnonymously(context, { data, origin })
    return signUp(context, {
      email: phone ? '' : parseEmail(email),
      phone,
      password: params.string('password'),
      data,
      redirectTo: redirectOf(context, request),
      origin,
    })
  })

  app.post<{ Querystring: Query }>('/token', { onRequest: tokenLimit }, async (request) => {
    const params = new Params(request.body)
    switch (request.query.grant_type) {
      case 'password': {
        const phone = params.string('phone')
        return signInWithPassword(context, {
          email: phone ? '' : parseEmail(params.string('email')),
          phone,
          password: params.string('password'),
          origin: originOf(request),
        })
      }
      case 'refresh_token': {
        const refreshToken = params.string('refresh_token')
        if (!refreshToken) throw validationFailed('refresh_token required')
        return refreshSession(context, refreshToken)
      }
      default:
        throw validationFailed('unsupported_grant_type')
    }
  })

  app.post<{ Querystring: Query }>('/logout', async (request, reply) => {
    const scope = request.query.scope ?? 'global'
    const { user, sessionId } = await requireUser(context, request)
    if (scope === 'global' || sessionId === null) await endSessions(context.db, user.id, 'all')
    else if (scope === 'local') await endSessions(context.db, user.id, { only: sessionId })
    else if (scope === 'others') await endSessions(context.db, user.id, { except: sessionId })
    else throw validationFailed(`Unsupported logout scope "${scope}"`)
    return reply.code(204).send()
  })
}

function codeRoutes(app: FastifyInstance, context: AuthContext): void {
  const otpLimit = limited(context.settings.rateLimits.otp)
  const verifyLimit = limited(context.settings.rateLimits.verify)
  const codeRequest = (request: FastifyRequest, params: Params) => ({
    email: parseEmail(params.string('email')),
    redirectTo: redirectOf(context, request),
    origin: originOf(request),
  })

  app.post('/otp', { onRequest: otpLimit }, async (request) => {
    const params = new Params(request.body)
    if (params.string('phone')) throw validationFailed('Unsupported phone provider')
    await requestSignInCode(context, {
      ...codeRequest(request, params),
      createUser: params.boolean('create_user', true),
      data: params.object('data') ?? {},
    })
    return {}
  })
  app.post('/magiclink', { onRequest: otpLimit }, async (request) => {
    const params = new Params(request.body)
    await requestSignInCode(context, {
      ...codeRequest(request, params),
      createUser: true,
      data: params.object('data') ?? {},
    })
    return {}
  })
  app.post('/recover', { onRequest: otpLimit }, async (request) => {
    await requestRecovery(context, codeRequest(request, new Params(request.body)))
    return {}
  })
  app.post('/resend', { onRequest: otpLimit }, async (request) => {
    const params = new Params(request.body)
    if (params.string('type') !== 'signup') throw validationFailed('Missing one of these types: signup')
    await resendConfirmation(context, codeRequest(request, params))
    return {}
  })
  app.post('/verify', { onRequest: verifyLimit }, async (request) => {
    const params = new Params(request.body)
    const type = parseVerificationType(params.string('type'))
    const linkToken = params.string('token_hash')
    if (linkToken) return verify(context, { type, linkToken }, originOf(request))
    const code = params.string('token').replaceAll('-', '')
    if (!code) throw validationFailed('Verify requires a token or a token hash')
    return verify(context, { type, email: parseEmail(params.string('email')), code }, originOf(request))
  })
  app.get<{ Querystring: Query }>('/verify', { onRequest: verifyLimit }, async (request, reply) => {
    const { type = '', token = '' } = request.query
    const target = await followLink(
      context,
      { type, token, redirectTo: redirectOf(context, request) },
      originOf(request),
    )
    return reply.redirect(target, 303)
  })
}

function userRoutes(app: FastifyInstance, context: AuthContext): void {
  app.get('/user', async (request) => userBody((await requireUser(context, request)).user))
  app.put('/user', async (request) => {
    const caller = await requireUser(context, request)
    const params = new Params(request.body)
    const email = params.string('email')
    return changeUser(
      context,
      { ...caller, origin: originOf(request) },
      {
        email: email ? parseEmail(email) : null,
        phone: params.string('phone'),
        password: params.optionalString('password'),
        data: params.object('data'),
        redirectTo: redirectOf(context, request),
      },
    )
  })
}

function limited(limit: { max: number; seconds: number }) {
  const limiter = new RateLimiter(limit)
  return async (request: FastifyRequest) => {
    if (!limiter.take(request.ip, Date.now())) throw tooManyRequests()
  }
}

function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? null, log: request.log }
}

function redirectOf({ settings }: AuthContext, request: FastifyRequest): string {
  const wanted = (request.query as Query).redirect_to ?? request.headers.redirect_to
  return allowedRedirect(settings, typeof wanted === 'string' ? wanted : undefined)
}
