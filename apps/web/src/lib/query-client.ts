import { isRecord } from '@app/domain/is-record'
import { MutationCache, onlineManager, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { reportError } from './report-error.ts'
import { onSessionChange, signedInId } from './session/session.ts'

/** One retry after a second (specification, section 9). */
const retryPolicy = {
  retry: (failures: number, error: unknown) => failures < 1 && isWorthRetrying(error),
  retryDelay: 1000,
  // Offline calls fail immediately.
  networkMode: 'always',
} as const

// TanStack Query assumes that a page starts online.
onlineManager.setEventListener((setOnline) => {
  const tell = () => setOnline(navigator.onLine)
  tell()
  for (const type of ['online', 'offline']) addEventListener(type, tell)
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, tell)
  }
})

const onNetworkChange = (listener: () => void) => onlineManager.subscribe(listener)

/**
 * Returns true when the browser has a network, as the queries know it: they are asked again once it
 * is back.
 */
export function useIsOnline(): boolean {
  return useSyncExternalStore(onNetworkChange, () => onlineManager.isOnline())
}

/** The query cache. It is cleared when the user changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Set separately, because `networkMode: 'always'` disables the refetch on reconnect.
    queries: { ...retryPolicy, staleTime: 30_000, refetchOnReconnect: 'always' },
    mutations: retryPolicy,
  },
  queryCache: new QueryCache({ onError: (error, { queryKey }) => report(error, queryKey) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _onMutateResult, { options }) => report(error, options.mutationKey),
  }),
})

let cacheOwner = signedInId()
onSessionChange(() => {
  const now = signedInId()
  if (now === cacheOwner) return
  cacheOwner = now
  queryClient.clear()
})

/** A refusal stays a refusal; only silence and a server in trouble are worth another try. */
function isWorthRetrying(error: unknown): boolean {
  const status = statusOf(error)
  return status === null || status === 0 || status === 408 || status === 429 || status >= 500
}

function statusOf(error: unknown): number | null {
  const status = isRecord(error) ? error.status : null
  return typeof status === 'number' ? status : null
}

/** Reports only the first two parts of a key, because the others are personal. */
function report({ message, stack }: Error, key: QueryKey | undefined): void {
  const words = key?.slice(0, 2).filter((part) => typeof part === 'string')
  reportError({ type: 'unhandled_query_error', message, stack, queryKey: words?.join('/') ?? 'mutation' })
}
