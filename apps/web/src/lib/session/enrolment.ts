import { secondFactorTexts } from '@app/content/ru/ui/second-factor'
import { isRecord } from '@app/domain/is-record'
import type { AuthClient } from '@supabase/auth-js'
import { readJson, tabStore } from '../browser-storage.ts'
import { tabKeys } from '../device/keys.ts'

/** A key that an authenticator app is to take, not confirmed yet. */
export type Enrolment = {
  factorId: string
  qr: string
  key: string
  /** `otpauth:`, which opens an app on the very phone the page is on. */
  address: string
  /** True when an earlier key is replaced. */
  isReplacing: boolean
}

const store = tabStore
const storeKey = tabKeys.enrolment

/**
 * A key for a new app of whoever is signed in. One that this tab has shown and that still waits for
 * its code is shown again: a phone reloads a page while its owner is in the other app.
 */
export async function offerEnrolment({
  mfa,
}: Pick<InstanceType<typeof AuthClient>, 'mfa'>): Promise<Enrolment> {
  const { data, error } = await mfa.listFactors()
  if (error) throw error
  const waiting = data.all.filter(({ status }) => status === 'unverified')
  const shown = readEnrolment()
  if (shown && waiting.some(({ id }) => id === shown.factorId)) return shown
  // Removes unfinished factors of earlier pages.
  for (const { id } of waiting) await mfa.unenroll({ factorId: id })
  const made = { ...(await enrolFactor(mfa)), isReplacing: shown !== null || waiting.length > 0 }
  store.setItem(storeKey, JSON.stringify(made))
  return made
}

/** Forgets the secret key. */
export function forgetEnrolment(): void {
  store.removeItem(storeKey)
}

async function enrolFactor(mfa: InstanceType<typeof AuthClient>['mfa']) {
  // A unique name, which the service requires.
  const friendlyName = new Date().toISOString()
  const { issuer } = secondFactorTexts
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName, issuer })
  if (error) throw error
  const { qr_code, secret, uri } = data.totp
  return { factorId: data.id, qr: toImage(qr_code), key: secret, address: uri }
}

function readEnrolment(): Enrolment | null {
  const kept = readJson(store, storeKey)
  return isEnrolment(kept) ? kept : null
}

function isEnrolment(kept: unknown): kept is Enrolment {
  if (!isRecord(kept) || typeof kept.isReplacing !== 'boolean') return false
  return ['factorId', 'qr', 'key', 'address'].every((part) => typeof kept[part] === 'string')
}

/** The client puts the drawing into the address as it is, which breaks at the first `#` in it. */
function toImage(address: string): string {
  const svg = address.slice(address.indexOf('<'))
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
