import { pulseSchema } from '@app/contracts/desk/today'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, callApi } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** What opens the door, and what is changed only by whoever looks at it. */
const queriesWithoutRefresh: readonly unknown[] = [
  'session',
  'staff',
  'pulse',
  'funnel',
  'answers',
  'journal',
]

/**
 * Asks every few seconds whether anything has happened, while somebody looks at the page, and has the views ask anew when it has.
 * After sleep and without a connection it goes on by itself: what was missed is in the same word. Once the server is heard again,
 * whatever could not reach it is asked anew as well.
 */
export function useRefreshOnChanges(): void {
  const config = useConfig()
  const queries = useQueryClient()
  const { data: mark, dataUpdatedAt } = useQuery({
    queryKey: queryKeys.pulse,
    // Not to be heard is no error: the views say so themselves when they cannot ask.
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
    // The word changes as something is written, which may be a moment before it can be read: asked once more after.
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
