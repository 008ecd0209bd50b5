import './styles/fonts.css'
import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { SiteRouter } from './components/site-router.tsx'
import { AnalyticsProvider } from './features/analytics/analytics-provider.tsx'
import { afterEarlyPause, isPastFirstScreen, standPastFirstScreen } from './features/quiz/early-page.ts'
import { analytics } from './lib/analytics/analytics.ts'
import { deviceStore } from './lib/browser-storage.ts'
import { readConfig } from './lib/config.ts'
import { followForgetting } from './lib/device/era.ts'
import { leaveFarewell } from './lib/device/farewell.ts'
import { openFreshPage } from './lib/device/fresh-page.ts'
import { outboxKey } from './lib/outbox/outbox-key.ts'
import { withAllStyles } from './lib/page/all-styles.ts'
import { rememberFocus } from './lib/page/press-unheard.ts'
import { whenIdle } from './lib/page/when-idle.ts'
import { profilePage, whenKnownProfileIsReady } from './routes/drawn-pages.ts'
import { lazyPages } from './routes/lazy-pages.ts'
import { whenPageIsReady } from './routes/site-parts.ts'

const open = () => withAllStyles(start)

// `early.ts` runs this out of the cache, sooner perhaps than the page has been read, or than it has shown the second question.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', open)
else afterEarlyPause(open)

function start(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has lost its #root')

  const config = readConfig()

  // Before anything is read of what this tab keeps.
  followForgetting((farewell) => {
    analytics.reset()
    if (farewell) leaveFarewell(farewell)
    openFreshPage(farewell && location.pathname)
  })

  const whenReady = (pathname: string) => whenPageIsReady(lazyPages, pathname)
  const app = (
    <StrictMode>
      <SiteRouter whenReady={whenReady}>
        <AnalyticsProvider config={config}>
          <App config={config} pages={lazyPages} />
        </AnalyticsProvider>
      </SiteRouter>
    </StrictMode>
  )

  const { known, visitor } = document.documentElement.dataset
  const draw = () => {
    rememberFocus()
    createRoot(root).render(app)
  }

  // Who is past the first screen has no use for it.
  if (isPastFirstScreen()) {
    standPastFirstScreen()
    draw()
  }
  // Who is greeted already would have a spinner between this greeting and the next.
  else if (visitor !== undefined) void profilePage.whenReady().then(draw)
  // Nor does who is known need another spinner in the place of the page's own.
  else if (known !== undefined) void whenKnownProfileIsReady(known).then(draw)
  // A shell stands for pages that the build cannot know.
  else if (root.firstElementChild?.id === 'shell') draw()
  else hydrateRoot(root, app)

  // Fetches what the quiz needs without a network, long after the first screen has everything it needs with one.
  // Where a browser has no worker to give, as in private windows, the site works with a network alone.
  if (import.meta.env.PROD)
    setTimeout(() => whenIdle(() => navigator.serviceWorker?.register('/sw.js').catch(() => {})), 3000)

  // Attempts the server has not taken yet are sent from whichever page is opened next, once it has been drawn.
  if (deviceStore.getItem(outboxKey)) {
    setTimeout(async () => {
      const { pageOutbox } = await import('./lib/outbox/page-outbox.ts')
      pageOutbox(config.apiUrl)
    }, 1000)
  }
}
