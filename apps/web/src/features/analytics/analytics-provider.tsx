import type { ClientConfig } from '@app/contracts/client-config'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useLocation } from 'react-router'
import { type Analytics, analytics } from '#web/lib/analytics/analytics.ts'
import { startAnalytics } from '#web/lib/analytics/start.ts'

const AnalyticsContext = createContext<Analytics | null>(null)

type ProviderProps = { config: ClientConfig; children: ReactNode }

/** Starts analytics for everything below, and tells it of every page that is shown. */
export function AnalyticsProvider({ config, children }: ProviderProps) {
  const { pathname } = useLocation()
  useEffect(() => startAnalytics(config), [config])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is viewed anew when the path changes
  useEffect(() => analytics.track('$pageview'), [pathname])
  return <AnalyticsContext value={analytics}>{children}</AnalyticsContext>
}

/** The page's analytics. @public @throws outside of `AnalyticsProvider`. */
export function useAnalytics(): Analytics {
  const provided = useContext(AnalyticsContext)
  if (!provided) throw new Error('useAnalytics must be used within an AnalyticsProvider')
  return provided
}
