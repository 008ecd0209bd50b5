import {
  type ConsentAction,
  type ConsentKind,
  changeConsent,
  consentStatuses,
} from '@app/domain/consents/consent'
import type { Kysely } from 'kysely'
import { AppError, unauthorized } from '../http/app-error.ts'
import type { Tables } from '../services/tables.ts'
import { consentRequired } from './consent-errors.ts'
import { listConsents, lockUser, recordConsentAction } from './consent-repository.ts'
import type { KnownConsents } from './known-consents.ts'

export type ConsentServices = { db: Kysely<Tables>; consents: KnownConsents; now: () => Date }

type OwnConsentChange = { kind: ConsentKind; act: ConsentAction; version: string; ip: string }

/**
 * Records that a user gave a consent or took it back. The same twice is recorded once. Throws
 * `consent_required` for a text that is not shown now, and `forbidden` for the consent that ends
 * with the account.
 */
export function changeOwnConsent(
  { db, consents, now }: ConsentServices,
  userId: string,
  { kind, act, version, ip }: OwnConsentChange,
): Promise<void> {
  const text = consents.get(version)
  if (text?.kind !== kind) throw consentRequired('version')
  return db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, userId))) throw unauthorized()
    const standing = consentStatuses(await listConsents(trx, userId)).find((each) => each.kind === kind)
    if (!standing) return
    const change = changeConsent(standing, { act, version })
    if (change.outcome === 'refused') throw new AppError('forbidden')
    // Two actions within a millisecond must have different times.
    const at = new Date(Math.max(now().getTime(), (standing.at?.getTime() ?? 0) + 1))
    if (change.outcome === 'recorded') await recordConsentAction(trx, { userId, act, text, ip, at })
  })
}
