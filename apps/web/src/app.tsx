import type { ClientConfig } from '@app/contracts/client-config'
import { Suspense, useEffect } from 'react'
import { Route, Routes } from 'react-router'
import { ErrorBoundary } from './components/error-boundary.tsx'
import { Layout } from './components/layout.tsx'
import { PageLoading } from './components/page-loading.tsx'
import { ForgetButton } from './features/auth/forget-button.tsx'
import { SessionSlot } from './features/auth/session-slot.tsx'
import { ConfigContext } from './lib/config.ts'
import { LazyPart, type PagePart } from './lib/page/lazy-part.tsx'
import { pressUnheard } from './lib/page/press-unheard.ts'
import HomeRoute from './routes/home.tsx'
import type { Pages } from './routes/pages.ts'
import { siteParts } from './routes/site-parts.ts'

const none = {}

type AppProps = { config: ClientConfig; pages: Pages }

/** The whole page, inside whichever router the browser or the build provides. */
export function App({ config, pages }: AppProps) {
  useEffect(pressUnheard, [])
  return (
    <ConfigContext value={config}>
      <Layout headerEnd={<SessionSlot />} footerEnd={<ForgetButton />}>
        <Routes>
          <Route
            index
            element={
              <ErrorBoundary key="/">
                <HomeRoute />
              </ErrorBoundary>
            }
          />
          {Object.entries({ ...siteParts(pages), '*': pages.elsewhere }).map(([path, part]) => (
            <Route key={path} path={path} element={<Page key={path} part={part} />} />
          ))}
        </Routes>
      </Layout>
    </ConfigContext>
  )
}

/** A page, or what waits for it. Each waits, and fails, by itself: whoever turns back from one that does not come is shown the one they were on. */
function Page({ part }: { part: PagePart<object> }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageLoading />}>
        <LazyPart part={part} props={none} />
      </Suspense>
    </ErrorBoundary>
  )
}
