import { createHash } from 'node:crypto'
import {
  type ConsentId,
  type ConsentText,
  healthConsent,
  marketingConsent,
} from '@app/content/ru/legal/consent'
import type { Owner } from '@app/contracts/client-config'
import type { Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { consentRequired } from './leads-errors.ts'

/** The versions a visitor says they agreed to. */
export type GivenConsent = { health: string; marketing?: string | undefined }

/** A text somebody agreed to: its hash tells it from any other of the same name. */
export type AcceptedConsent = { kind: ConsentId; version: string; textSha256: string }

/** The texts this installation asks people to agree to, by version. */
export type KnownConsents = ReadonlyMap<string, AcceptedConsent>

export function knownConsents(owner: Owner): KnownConsents {
  return new Map(
    [healthConsent(owner), marketingConsent(owner)].map((text) => [text.version, toAccepted(text)]),
  )
}

/** Throws `consent_required` for a version that is not known: it could not be said later what was agreed to. */
export function acceptConsents(known: KnownConsents, given: GivenConsent): AcceptedConsent[] {
  const health = known.get(given.health)
  if (health?.kind !== 'health') throw consentRequired('consent.health')
  if (given.marketing === undefined) return [health]

  const marketing = known.get(given.marketing)
  if (marketing?.kind !== 'marketing') throw consentRequired('consent.marketing')
  return [health, marketing]
}

type Acceptance = { leadId: string; userId: string | null; ip: string; consents: AcceptedConsent[] }

/** Adds to the record of who agreed to what, when and from where; nothing is ever changed in it. */
export async function recordConsents(trx: Transaction<Tables>, acceptance: Acceptance): Promise<void> {
  const { leadId, userId, ip, consents } = acceptance
  await trx
    .insertInto('consents')
    .values(
      consents.map(({ kind, version, textSha256 }) => ({
        lead_id: leadId,
        user_id: userId,
        kind,
        version,
        text_sha256: textSha256,
        ip,
        source: 'quiz',
      })),
    )
    .execute()
}

function toAccepted(text: ConsentText): AcceptedConsent {
  const textSha256 = createHash('sha256').update(JSON.stringify(text)).digest('hex')
  return { kind: text.id, version: text.version, textSha256 }
}
