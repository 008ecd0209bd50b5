import type { ClientConfig } from '@app/contracts/client-config'
import { Suspense, useEffect } from 'react'
import { Route, Routes } from 'react-router'
import { ErrorBoundary } from './components/error-boundary.tsx'
import { Layout } from './components/layout.tsx'
import { PageLoading } from './components/page-loading.tsx'
import { ForgetButton } from './features/auth/forget-button.tsx'
import { SessionSlot } from './features/auth/session-slot.tsx'
import { ConfigContext } from './lib/config.ts'
import { LazyPart } from './lib/page/lazy-part.tsx'
import { pressUnheard } from './lib/page/press-unheard.ts'
import { paymentFailedPage, paymentSuccessPage, profilePage } from './routes/drawn-pages.ts'
import HomeRoute from './routes/home.tsx'
import type { Pages } from './routes/pages.ts'

const none = {}

type AppProps = { config: ClientConfig; pages: Pages }

/** The whole page, inside whichever router the browser or the build provides. */
export function App({ config, pages }: AppProps) {
  useEffect(pressUnheard, [])
  return (
    <ConfigContext value={config}>
      <Layout headerEnd={<SessionSlot />} footerEnd={<ForgetButton />}>
        <ErrorBoundary>
          <Suspense fallback={<PageLoading />}>
            <Routes>
              <Route index element={<HomeRoute />} />
              <Route path="profile" element={<LazyPart part={profilePage} props={none} />} />
              <Route path="payment_success" element={<LazyPart part={paymentSuccessPage} props={none} />} />
              <Route path="payment_failed" element={<LazyPart part={paymentFailedPage} props={none} />} />
              <Route path="about" element={<LazyPart part={pages.about} props={none} />} />
              <Route path="terms" element={<LazyPart part={pages.terms} props={none} />} />
              <Route path="privacy" element={<LazyPart part={pages.privacy} props={none} />} />
              <Route path="*" element={<LazyPart part={pages.elsewhere} props={none} />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </Layout>
    </ConfigContext>
  )
}
