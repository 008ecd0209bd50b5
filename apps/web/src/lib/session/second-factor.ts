import type { AuthRefusal } from '@app/content/ru/auth-errors'
import type { ClientConfig } from '@app/contracts/client-config'
import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'
import { attemptAuth } from './auth-attempt.ts'
import { offerEnrolment } from './enrolment.ts'
import { loadSupabase } from './supabase.ts'

/** An authenticator app that an account has shown a code of, oldest first. */
export type Factor = { id: string; addedAt: Date }

/** Loads the user's authenticator apps. */
export function factorsQuery(config: ClientConfig, userId: string | null) {
  return queryOptions({
    queryKey: queryKeys.factorsOf(userId),
    queryFn: () => listFactors(config),
    staleTime: 0,
    gcTime: 0,
  })
}

/** A key for a new app: the one this tab has shown already, or a new one. */
export function enrolmentQuery(config: ClientConfig) {
  return queryOptions({
    queryKey: queryKeys.enrolment,
    queryFn: async () => offerEnrolment((await loadSupabase(config)).auth),
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

/** Shows a code of an app; from then on the session counts as proven twice. Null when the code is right. */
export function showFactor(
  config: ClientConfig,
  proof: { factorId: string; code: string },
): Promise<AuthRefusal | null> {
  return attemptAuth(config, ({ auth }) => auth.mfa.challengeAndVerify(proof))
}

/** Removes a factor and ends the other sessions. Resolves to null on success. */
export async function removeFactor(config: ClientConfig, factorId: string): Promise<AuthRefusal | null> {
  const refusal = await attemptAuth(config, ({ auth }) => auth.mfa.unenroll({ factorId }))
  return refusal ?? attemptAuth(config, ({ auth }) => auth.signOut({ scope: 'others' }))
}
