import type { ClientConfig } from '@app/contracts/client-config'
import { Layout } from './components/layout.tsx'
import { AnalyticsProvider } from './features/analytics/analytics-provider.tsx'
import { ClearDeviceButton } from './features/auth/clear-device-button.tsx'
import { SessionSlot } from './features/auth/session-slot.tsx'
import { ConfigContext } from './lib/config.ts'
import { useMarkHydrated } from './lib/page/hydration.ts'
import { SiteRoutes } from './routes/site-routes.tsx'

/** The whole page, inside whichever router the browser or the build provides. */
export function App({ config }: { config: ClientConfig }) {
  useMarkHydrated()
  return (
    <AnalyticsProvider config={config}>
      <ConfigContext value={config}>
        <Layout headerEnd={<SessionSlot />} footerEnd={<ClearDeviceButton />}>
          <SiteRoutes />
        </Layout>
      </ConfigContext>
    </AnalyticsProvider>
  )
}
