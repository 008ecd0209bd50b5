import { pulseSchema } from '@app/contracts/desk/today'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, callApi } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Queries for access, and data that only this viewer changes. */
const queriesWithoutRefresh: readonly unknown[] = [
  'session',
  'staff',
  'pulse',
  'funnel',
  'answers',
  'journal',
]

/**
 * Polls the change token while the page is visible, and refreshes the queries when it differs. It
 * resumes after sleep and offline time, and repeats failed queries.
 */
export function useRefreshOnChanges(): void {
  const config = useConfig()
  const queries = useQueryClient()
  const { data: mark, dataUpdatedAt } = useQuery({
    queryKey: queryKeys.pulse,
    // An unreachable server is no error here, because the views show it.
    queryFn: async () => {
      const answer = await callApi(config, '/desk/pulse').catch(() => null)
      return pulseSchema.safeParse(answer).data?.mark ?? null
    },
    refetchInterval: 5000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    staleTime: 0,
  })
  const seen = useRef<{ mark: string; isSettled: boolean } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew, also when the answer is the same
  useEffect(() => {
    if (!mark) return
    const before = seen.current
    const isNew = before !== null && before.mark !== mark
    // The word changes as something is written, which may be a moment before it can be read: asked
    // once more after.
    const isToldAgain = isNew || before?.isSettled === false
    void queries.invalidateQueries({
      predicate: ({ queryKey: [root, name], state: { error } }) =>
        root === 'desk' && ((isToldAgain && !queriesWithoutRefresh.includes(name)) || isUnreachable(error)),
    })
    seen.current = { mark, isSettled: !isNew }
  }, [mark, dataUpdatedAt, queries])
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unreachable'
}
