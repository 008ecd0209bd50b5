import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../auth-context.ts'
import { notifyOfChange } from '../delivery/notify-of-change.ts'
import { isUuid, Params } from '../params.ts'
import { createLimitHook, originOf } from '../requests.ts'
import { requireKnownUser, type SignedInUser } from '../sessions/caller.ts'
import type { FactorRow } from '../users/user-body.ts'
import { hasSecondFactor, requireFreshProof } from './assurance.ts'
import { challengeFactor } from './challenge-factor.ts'
import { enrollFactor } from './enroll-factor.ts'
import { badFactorId, factorNotFound, insufficientAal } from './factor-errors.ts'
import { unenrollOwnFactor } from './unenroll-factor.ts'
import { verifyFactor } from './verify-factor.ts'

type FactorPath = { Params: { factorId: string } }

/** Second factors of the signed-in user. */
export function factorRoutes(app: FastifyInstance, context: AuthContext): void {
  const factorLimit = createLimitHook(context, 'verify', 'factors')

  app.post('/factors', async (request) => {
    const caller = await requireKnownUser(context, request)
    const params = new Params(request.body)
    return enrollFactor(context, caller, {
      factorType: params.string('factor_type'),
      friendlyName: params.string('friendly_name'),
      issuer: params.string('issuer'),
    })
  })

  app.post<FactorPath>('/factors/:factorId/challenge', { onRequest: factorLimit }, async (request) => {
    const caller = await requireKnownUser(context, request)
    const factor = ownFactor(caller, request.params.factorId)
    return challengeFactor(context, { user: caller.user, factor }, originOf(request))
  })

  app.post<FactorPath>('/factors/:factorId/verify', { onRequest: factorLimit }, async (request) => {
    const caller = await requireKnownUser(context, request)
    const factor = ownFactor(caller, request.params.factorId)
    const params = new Params(request.body)
    const verified = await verifyFactor(context, caller, factor, {
      challengeId: params.string('challenge_id'),
      code: params.string('code'),
      webauthn: params.object('webauthn'),
      origin: originOf(request),
    })
    if (factor.status === 'unverified')
      notifyOfChange(context, caller.user, 'factor_added', originOf(request))
    return verified
  })

  app.delete<FactorPath>('/factors/:factorId', async (request) => {
    const caller = await requireKnownUser(context, request)
    const factor = ownFactor(caller, request.params.factorId)
    if (factor.status === 'verified') {
      if (!hasSecondFactor(caller)) throw insufficientAal('AAL2 required to unenroll verified factor', 422)
      // Otherwise an unattended session could remove the factor.
      await requireFreshProof(context, caller, 'Removing a factor')
    }
    await unenrollOwnFactor(context, caller, factor)
    if (factor.status === 'verified')
      notifyOfChange(context, caller.user, 'factor_removed', originOf(request))
    return { id: factor.id }
  })
}

function ownFactor({ user }: SignedInUser, factorId: string): FactorRow {
  if (!isUuid(factorId)) throw badFactorId()
  const factor = user.factors.find(({ id }) => id === factorId)
  if (!factor) throw factorNotFound()
  return factor
}
