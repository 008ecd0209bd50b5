import { type ReactNode, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { ErrorBoundary } from '#web/components/error-boundary.tsx'
import { NoScriptNote } from '#web/components/no-script-note.tsx'
import { PageLoading } from '#web/components/page-loading.tsx'
import { useIsInBrowser, useRepeatEarlyPress } from '#web/lib/page/hydration.ts'
import { LazyPart, type PagePart, pagePart } from '#web/lib/page/lazy-part.tsx'
import HomeRoute from './home.tsx'

/** Pages that the build renders, like the first one. */
const prerendered = {
  '/about': pagePart(() => import('./about.tsx')),
  '/terms': pagePart(() => import('./terms.tsx')),
  '/privacy': pagePart(() => import('./privacy.tsx')),
  // The visitor's version.
  '/profile': pagePart(() => import('./profile.tsx')),
}

/** Pages that need what only a browser knows: who is signed in, what came back from paying. */
const drawnInBrowser = {
  '/payment_success': pagePart(() => import('./payment-success.tsx')),
  '/payment_failed': pagePart(() => import('./payment-failed.tsx')),
  '/misc/*': pagePart(() => import('./misc.tsx')),
  '/desk/*': pagePart(() => import('./desk.tsx')),
  '*': pagePart(() => import('./not-found.tsx')),
}

const noProps = {}

/** Renders the page of an address with its own loading and error state. */
export function SiteRoutes() {
  return (
    <Routes>
      <Route
        index
        element={
          <ErrorBoundary key="/">
            <HomeRoute />
            <ReplayEarlyPress />
          </ErrorBoundary>
        }
      />
      {Object.entries(prerendered).map(([path, part]) => (
        <Route key={path} path={path} element={<Page key={path} part={part} />} />
      ))}
      {Object.entries(drawnInBrowser).map(([path, part]) => (
        <Route
          key={path}
          path={path}
          element={
            <OnlyInBrowser key={path}>
              <Page part={part} />
            </OnlyInBrowser>
          }
        />
      ))}
    </Routes>
  )
}

function Page({ part }: { part: PagePart<object> }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageLoading />}>
        <LazyPart part={part} props={noProps} />
        <ReplayEarlyPress />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Runs its effect after the page's hydration. */
function ReplayEarlyPress() {
  useRepeatEarlyPress()
  return null
}

/** The build's placeholder until hydration. */
function OnlyInBrowser({ children }: { children: ReactNode }) {
  if (useIsInBrowser()) return children
  return (
    <>
      <NoScriptNote />
      <div className="noscript:hidden">
        <PageLoading />
      </div>
    </>
  )
}
