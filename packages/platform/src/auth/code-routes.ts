import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthContext } from './auth-context.ts'
import { otpExpired, phoneProviderDisabled, validationFailed } from './auth-errors.ts'
import { Params, parseEmail } from './params.ts'
import {
  type CodeRequest,
  requestRecovery,
  requestSignInCode,
  resendConfirmation,
  resendEmailChange,
} from './request-code.ts'
import { challengeOf, limited, originOf, redirectOf } from './requests.ts'
import { parseVerificationType, verify } from './verify.ts'
import { followLink } from './verify-link.ts'

const phoneTypes: readonly string[] = ['sms', 'phone_change']

/** Codes and links by mail: asking for them and showing them. */
export function codeRoutes(app: FastifyInstance, context: AuthContext): void {
  requestRoutes(app, context)
  const verifyLimit = limited(context.settings.rateLimits.verify)

  app.post('/verify', { onRequest: verifyLimit }, async (request) => {
    const params = new Params(request.body)
    const email = params.string('email')
    const phone = params.string('phone')
    const linkToken = params.string('token_hash')
    if (phone || phoneTypes.includes(params.string('type'))) {
      if (email && phone) {
        throw validationFailed('Only an email address or phone number should be provided on verify')
      }
      // Nobody was ever sent a code by phone, so whatever is shown is wrong.
      throw otpExpired()
    }
    const type = parseVerificationType(params.string('type'))
    if (linkToken) {
      if (email) throw validationFailed('Only the token_hash and type should be provided')
      return verify(context, { type, linkToken }, originOf(request))
    }
    const code = params.string('token').replaceAll('-', '')
    if (!code) throw validationFailed('Verify requires a token or a token hash')
    return verify(context, { type, email: parseEmail(email), code }, originOf(request))
  })

  app.get('/verify', { onRequest: verifyLimit }, async (request, reply) => {
    const { type, token } = request.query as { type?: unknown; token?: unknown }
    const target = await followLink(
      context,
      {
        type: typeof type === 'string' ? type : '',
        token: typeof token === 'string' ? token : '',
        redirectTo: redirectOf(context, request),
      },
      originOf(request),
    )
    return reply.redirect(target, 303)
  })
}

function requestRoutes(app: FastifyInstance, context: AuthContext): void {
  const otpLimit = limited(context.settings.rateLimits.otp)
  const codeRequest = (request: FastifyRequest, params: Params): CodeRequest => ({
    email: parseEmail(params.string('email')),
    redirectTo: redirectOf(context, request),
    origin: originOf(request),
    challenge: challengeOf(params),
  })

  app.post('/otp', { onRequest: otpLimit }, async (request) => {
    const params = new Params(request.body)
    if (params.string('phone')) throw phoneProviderDisabled()
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
    const type = params.string('type')
    if (phoneTypes.includes(type)) throw phoneProviderDisabled()
    if (type !== 'signup' && type !== 'email_change') {
      throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
    }
    if (params.string('phone')) {
      throw validationFailed(
        params.string('email')
          ? 'Only an email address or phone number should be provided.'
          : 'Type provided requires an email address',
      )
    }
    const resend = type === 'signup' ? resendConfirmation : resendEmailChange
    await resend(context, codeRequest(request, params))
    return {}
  })
}
