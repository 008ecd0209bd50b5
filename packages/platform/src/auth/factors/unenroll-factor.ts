import type { Trx } from '../auth-context.ts'
import type { FactorRow } from '../user-body.ts'
import { methodOf } from './verify-factor.ts'

/** Removes a factor; sessions that rested on it fall back to AAL1. */
export async function unenrollFactor(trx: Trx, factor: FactorRow): Promise<void> {
  const downgraded = await trx
    .updateTable('auth.sessions')
    .set({ aal: 'aal1', factor_id: null })
    .where('user_id', '=', factor.user_id)
    .where('factor_id', '=', factor.id)
    .returning('id')
    .execute()
  const ids = downgraded.map(({ id }) => id)
  if (ids.length > 0) {
    await trx
      .deleteFrom('auth.mfa_amr_claims')
      .where('session_id', 'in', ids)
      .where('authentication_method', '=', methodOf(factor))
      .execute()
  }
  await trx.deleteFrom('auth.mfa_factors').where('id', '=', factor.id).execute()
}
