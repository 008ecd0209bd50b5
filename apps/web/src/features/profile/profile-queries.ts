import type { ClientConfig } from '@app/contracts/client-config'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { loadSupabase } from '#web/lib/session/supabase.ts'
import { type Profile, profileFromLead, profileFromShared } from './profile.ts'

const leadColumns =
  'id,attempt_id,created_at,name,email,phone,quiz_answers,category,rules_version,scores,ownership,locale,country,city'

/** The latest attempt of a user; null when there is none. */
export const latestProfileQuery = (config: ClientConfig, userId: string) =>
  queryOptions({
    queryKey: queryKeys.latestLead(userId),
    queryFn: ({ signal }) => loadLatestProfile(config, userId, signal),
  })

async function loadLatestProfile(
  config: ClientConfig,
  userId: string,
  signal: AbortSignal,
): Promise<Profile | null> {
  const { rest } = await loadSupabase(config)
  const { data } = await rest
    .from('quiz_leads')
    .select(leadColumns, { count: 'exact' })
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(1)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  return data && profileFromLead(data)
}

/** The maximum of listed attempts. */
const shownAttempts = 12

/** Loads the user's confirmed attempts, newest first. */
export const attemptsQuery = (config: ClientConfig, userId: string) =>
  queryOptions({
    queryKey: queryKeys.attempts(userId),
    queryFn: async ({ signal }) => {
      const { rest } = await loadSupabase(config)
      const { data } = await rest
        .from('quiz_leads')
        .select(leadColumns)
        .eq('user_id', userId)
        .neq('ownership', 'linked')
        .order('created_at', { ascending: false })
        .limit(shownAttempts)
        .abortSignal(signal)
        .throwOnError()
      return data.flatMap((row: unknown) => profileFromLead(row) ?? [])
    },
  })

/** A saved result that anyone who has its token may see. Fails with `ApiError` `not_found` for an unknown token. */
export const sharedProfileQuery = (config: ClientConfig, token: string) =>
  queryOptions({
    queryKey: queryKeys.sharedResult(token),
    queryFn: async () => {
      const profile = profileFromShared(await callApi(config, `/leads/result/${encodeURIComponent(token)}`))
      if (!profile) throw new Error('the answer is no shared result')
      return profile
    },
  })
