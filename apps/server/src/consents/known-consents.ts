import { createHash } from 'node:crypto'
import {
  type ConsentText,
  healthConsent,
  marketingConsent,
  messagesConsent,
} from '@app/content/ru/legal/consent'
import type { Owner } from '@app/contracts/client-config'
import type { ConsentKind } from '@app/domain/consents/consent'
import { consentRequired } from './consent-errors.ts'

/** The versions a visitor says they agreed to. */
export type GivenConsent = { health: string; marketing?: string | undefined }

/** An accepted text, identified by its hash. */
export type AcceptedConsent = { kind: ConsentKind; version: string; textSha256: string }

/** The texts this installation asks people to agree to, by version. */
export type KnownConsents = ReadonlyMap<string, AcceptedConsent>

export function knownConsents(owner: Owner): KnownConsents {
  return new Map(
    [healthConsent, marketingConsent, messagesConsent]
      .map((textFor) => toAccepted(textFor(owner)))
      .map((text) => [text.version, text]),
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

function toAccepted(text: ConsentText): AcceptedConsent {
  const textSha256 = createHash('sha256').update(JSON.stringify(text)).digest('hex')
  return { kind: text.id, version: text.version, textSha256 }
}
