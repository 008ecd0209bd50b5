import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { JsonObject } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { emailExists } from '../auth-errors.ts'
import type { IssuedCode } from '../codes/code.ts'
import { issueCode } from '../codes/one-time-tokens.ts'
import { insertNamedUser } from '../email/request-email-code.ts'
import { Params, parseEmail } from '../params.ts'
import { originOf, redirectOf } from '../requests.ts'
import { requireAdmin } from '../sessions/caller.ts'
import { isConfirmed, type User, userBody } from '../users/user-body.ts'
import { findUserByEmail, updateUser } from '../users/user-repository.ts'

/** Inviting people by mail, for holders of the secret key. */
export function inviteRoutes(app: FastifyInstance, context: AuthContext): void {
  const onRequest = (request: FastifyRequest) => requireAdmin(context, request)
  app.post('/invite', { onRequest }, async (request) => {
    const params = new Params(request.body)
    const invitation = {
      email: parseEmail(params.string('email')),
      data: params.object('data') ?? {},
      redirectTo: redirectOf(context, request),
    }
    return userBody(await invite(context, invitation, originOf(request)))
  })
}

/** Makes an account for an address and mails its owner a link into it. Throws `email_exists` when they have one. */
async function invite(
  context: AuthContext,
  { email, data, redirectTo }: { email: string; data: JsonObject; redirectTo: string },
  origin: Origin,
): Promise<User> {
  const { user, issued } = await context.db
    .transaction()
    .execute((trx) => inviteUser(context, trx, { email, data }))
  await context.emailSender.send(context.db, { kind: 'invite', to: email, issued, redirectTo }, origin.log)
  return user
}

/** Stores an invitation and returns its code. */
export async function inviteUser(
  context: AuthContext,
  trx: Trx,
  { email, data }: { email: string; data: JsonObject },
): Promise<{ user: User; issued: IssuedCode }> {
  const existing = await findUserByEmail(trx, email)
  if (existing && isConfirmed(existing)) throw emailExists()
  const invited = existing ?? (await insertNamedUser(trx, { email, data }))
  const issued = await issueCode(context, trx, {
    userId: invited.id,
    tokenType: 'confirmation_token',
    relatesTo: email,
    flowId: null,
    offer: { by: 'administrator', passwordHash: null, data },
  })
  const now = new Date()
  const user = await updateUser(trx, invited.id, { invited_at: now, confirmation_sent_at: now })
  return { user, issued }
}
