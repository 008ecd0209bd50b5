import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../auth-context.ts'
import { Params, parseEmail } from '../params.ts'
import { parsePhone } from '../phone/parse-phone.ts'
import { challengeOf, createLimitHook, limitRecipientsPerNetwork, originOf, redirectOf } from '../requests.ts'
import { requireUser } from '../sessions/caller.ts'
import { requestReauthentication } from './reauthenticate.ts'
import { changeUser } from './update-user.ts'
import { userBody } from './user-body.ts'

/** Serves the signed-in user's own data. */
export function userRoutes(app: FastifyInstance, context: AuthContext): void {
  const otpLimit = createLimitHook(context, 'otp', 'user')
  const requireTurn = limitRecipientsPerNetwork(context)

  app.get('/user', async (request) => userBody((await requireUser(context, request)).user))

  app.put(
    '/user',
    { onRequest: createLimitHook(context, 'token', 'user/change') },
    async (request, reply) => {
      const caller = await requireUser(context, request)
      const params = new Params(request.body)
      const email = params.string('email') ? parseEmail(params.string('email')) : null
      const phone = params.string('phone') ? parsePhone(params.string('phone')) : ''
      // A client that asks by links sends one with every address; the codes of a change are typed.
      challengeOf(params)
      if (email && email !== caller.user.email) await requireTurn(request, reply, email)
      if (phone && phone !== caller.user.phone) await requireTurn(request, reply, phone)
      return changeUser(
        context,
        { ...caller, origin: originOf(request) },
        {
          email,
          phone,
          password: params.optionalString('password'),
          currentPassword: params.optionalString('current_password'),
          nonce: params.string('nonce'),
          data: params.object('data'),
          redirectTo: redirectOf(context, request),
        },
      )
    },
  )

  app.get('/reauthenticate', { onRequest: otpLimit }, async (request) => {
    const { user } = await requireUser(context, request)
    await requestReauthentication(context, user, originOf(request))
    return {}
  })
}
