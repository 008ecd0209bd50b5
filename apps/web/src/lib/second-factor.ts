import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { secondFactorTexts } from '@app/content/ru/ui/second-factor'
import type { ClientConfig } from '@app/contracts/client-config'
import { queryOptions } from '@tanstack/react-query'
import { attemptAuth } from './auth-attempt.ts'
import { queryKeys } from './query-keys.ts'
import { loadSupabase } from './supabase.ts'

/** An authenticator app that an account has shown a code of, oldest first. */
export type Factor = { id: string; addedAt: Date }

export type Enrolment = { factorId: string; qr: string; key: string }

/** The apps that prove whoever is signed in; asked of the server each time. */
export function factorsQuery(config: ClientConfig, userId: string | null) {
  return queryOptions({
    queryKey: queryKeys.factorsOf(userId),
    queryFn: () => listFactors(config),
    staleTime: 0,
    gcTime: 0,
  })
}

/** A key for a new app, made once for as long as it is shown. */
export function enrolmentQuery(config: ClientConfig) {
  return queryOptions({
    queryKey: queryKeys.enrolment,
    queryFn: () => enrolFactor(config),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: false,
  })
}

async function listFactors(config: ClientConfig): Promise<Factor[]> {
  const { auth } = await loadSupabase(config)
  const { data, error } = await auth.mfa.listFactors()
  if (error) throw error
  return data.totp
    .map(({ id, created_at }) => ({ id, addedAt: new Date(created_at) }))
    .sort((one, other) => one.addedAt.getTime() - other.addedAt.getTime())
}

async function enrolFactor(config: ClientConfig): Promise<Enrolment> {
  const { auth } = await loadSupabase(config)
  const { data: known, error: failed } = await auth.mfa.listFactors()
  if (failed) throw failed
  // What was begun before, on a page that was left, makes way.
  for (const { id, status } of known.all) {
    if (status === 'unverified') await auth.mfa.unenroll({ factorId: id })
  }
  // Apps are told apart by when they were added; the service wants names that differ.
  const friendlyName = new Date().toISOString()
  const { issuer } = secondFactorTexts
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer })
  if (error) throw error
  return { factorId: data.id, qr: toImage(data.totp.qr_code), key: data.totp.secret }
}

/** The client puts the drawing into the address as it is, which breaks at the first `#` in it. */
function toImage(address: string): string {
  const svg = address.slice(address.indexOf('<'))
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Shows a code of an app; from then on the session counts as proven twice. Null when the code is right. */
export function showFactor(
  config: ClientConfig,
  proof: { factorId: string; code: string },
): Promise<AuthRefusal | null> {
  return attemptAuth(config, ({ auth }) => auth.mfa.challengeAndVerify(proof))
}

/** Takes an app away, and ends the other sessions, since whoever has it may be signed in. Null when it is done. */
export async function removeFactor(config: ClientConfig, factorId: string): Promise<AuthRefusal | null> {
  const refusal = await attemptAuth(config, ({ auth }) => auth.mfa.unenroll({ factorId }))
  return refusal ?? attemptAuth(config, ({ auth }) => auth.signOut({ scope: 'others' }))
}
