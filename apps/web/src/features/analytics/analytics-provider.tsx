import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { type Analytics, analytics } from '#web/lib/analytics/analytics.ts'
import { startAnalytics } from '#web/lib/analytics/start.ts'
import { pageViewed } from '#web/lib/analytics.ts'
import { useConfig } from '#web/lib/config.ts'
import { useSession } from '#web/lib/session.ts'

const AnalyticsContext = createContext<Analytics | null>(null)

/** Starts analytics for everything below, and tells it of pages and of who is signed in. */
export function AnalyticsProvider({ children }: { children: ReactNode }) {
  const config = useConfig()
  useEffect(() => startAnalytics(config), [config])
  useIdentity()
  usePageViews()
  return <AnalyticsContext value={analytics}>{children}</AnalyticsContext>
}

/** The page's analytics. Throws outside of `AnalyticsProvider`. */
export function useAnalytics(): Analytics {
  const provided = use(AnalyticsContext)
  if (!provided) throw new Error('useAnalytics must be used within an AnalyticsProvider')
  return provided
}

function usePageViews(): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view is told when the path changes
  useEffect(pageViewed, [pathname])
}

function useIdentity(): void {
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.person.id : null
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (before.current && before.current !== userId) analytics.reset()
    if (userId) analytics.identify(userId, { locale: navigator.language })
    before.current = userId
  }, [userId])
}
