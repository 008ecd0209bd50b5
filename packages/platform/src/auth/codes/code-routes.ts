import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuthContext } from '../auth-context.ts'
import { otpExpired, validationFailed } from '../auth-errors.ts'
import { requireAddressChange } from '../email/change-email.ts'
import {
  type CodeRequest,
  requestRecovery,
  requestSignInCode,
  resendConfirmation,
  resendEmailChange,
} from '../email/request-email-code.ts'
import { parseVerificationType, verifyEmail } from '../email/verify-email.ts'
import { type ShownCode, verifyEmailChange } from '../email/verify-email-change.ts'
import { followLink } from '../email/verify-link.ts'
import { Params, parseEmail } from '../params.ts'
import { throwTextCodesUnsupported } from '../phone/text-codes-unsupported.ts'
import {
  challengeOf,
  createLimitHook,
  limitRecipientsPerNetwork,
  metadataOf,
  originOf,
  redirectOf,
} from '../requests.ts'
import { requireUser } from '../sessions/caller.ts'

/** Serves codes and links by mail: asking for them and showing them. No code is sent to a phone. */
export function codeRoutes(app: FastifyInstance, context: AuthContext): void {
  requestRoutes(app, context)
  const verifyLimit = createLimitHook(context, 'verify')

  app.post('/verify', { onRequest: verifyLimit }, async (request) => {
    const params = new Params(request.body)
    const email = params.string('email')
    const phone = params.string('phone')
    const linkToken = params.string('token_hash')
    if (email && phone) {
      throw validationFailed('Only an email address or phone number should be provided on verify')
    }
    if (phone) throw otpExpired()
    const type = parseVerificationType(params.string('type'))
    const shown = shownCode(params, { email, linkToken })
    return type === 'email_change'
      ? verifyEmailChange(context, await requireUser(context, request), shown, originOf(request))
      : verifyEmail(context, { type, ...shown }, originOf(request))
  })

  // A HEAD asks what is there, and must use nothing up; GoTrue has none either.
  app.get('/verify', { onRequest: verifyLimit, exposeHeadRoute: false }, async (request, reply) => {
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

function shownCode(params: Params, { email, linkToken }: { email: string; linkToken: string }): ShownCode {
  if (linkToken) {
    if (email) throw validationFailed('Only the token_hash and type should be provided')
    return { linkToken }
  }
  const code = params.string('token').replaceAll('-', '')
  if (!code) throw validationFailed('Verify requires a token or a token hash')
  return { email: parseEmail(email), code }
}

function requestRoutes(app: FastifyInstance, context: AuthContext): void {
  const otpLimit = createLimitHook(context, 'otp')
  const requireTurn = limitRecipientsPerNetwork(context)
  const codeRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<CodeRequest> => {
    const params = new Params(request.body)
    const email = parseEmail(params.string('email'))
    const challenge = challengeOf(params)
    await requireTurn(request, reply, email)
    return { email, redirectTo: redirectOf(context, request), origin: originOf(request), challenge }
  }

  app.post('/otp', { onRequest: otpLimit }, async (request, reply) => {
    const params = new Params(request.body)
    const more = {
      createUser: params.boolean('create_user', true),
      data: metadataOf(params),
    }
    if (params.string('phone') && params.string('email')) {
      throw validationFailed('Only an email address or phone number should be provided')
    }
    if (params.string('phone')) throwTextCodesUnsupported(context)
    await requestSignInCode(context, { ...(await codeRequest(request, reply)), ...more })
    return {}
  })
  app.post('/magiclink', { onRequest: otpLimit }, async (request, reply) => {
    const data = metadataOf(new Params(request.body))
    await requestSignInCode(context, { ...(await codeRequest(request, reply)), createUser: true, data })
    return {}
  })
  app.post('/recover', { onRequest: otpLimit }, async (request, reply) => {
    await requestRecovery(context, await codeRequest(request, reply))
    return {}
  })
  app.post('/resend', { onRequest: otpLimit }, async (request, reply) => {
    const params = new Params(request.body)
    const type = params.string('type')
    if (params.string('phone') && params.string('email')) {
      throw validationFailed('Only an email address or phone number should be provided.')
    }
    if (type === 'email_change' || type === 'phone_change') requireAddressChange(context.settings.auth)
    if (type === 'sms' || type === 'phone_change')
      throwTextCodesUnsupported(context, 'Phone logins are disabled')
    if (type !== 'signup' && type !== 'email_change') {
      throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
    }
    if (params.string('phone')) throw validationFailed('Type provided requires an email address')
    const resend = type === 'signup' ? resendConfirmation : resendEmailChange
    await resend(context, await codeRequest(request, reply))
    return {}
  })
}
