import './styles/fonts.css'
import './styles/app.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { adoptFirstAnswer } from './features/quiz/adopt-first-answer.ts'
import { analytics } from './lib/analytics/analytics.ts'
import { deviceStore } from './lib/browser-storage.ts'
import { readConfig } from './lib/config.ts'
import { onDeviceReset } from './lib/device/device-reset.ts'
import { setFlash } from './lib/device/flash-message.ts'
import { hardReload } from './lib/device/hard-reload.ts'
import { outboxKey } from './lib/outbox/outbox-key.ts'
import { watchDialogHistory } from './lib/page/dialog-history.ts'
import { reloadOutdatedPage } from './lib/page/outdated-page.ts'
import { whenIdle } from './lib/page/when-idle.ts'

// The content security policy forbids scripts made of strings, and a mere try of Zod's is reported.
// It reads this as it is loaded, later.
globalThis.__zod_globalConfig = { jitless: true }

// The script is `async`, so that a browser that waits for it shows what the address names: it may
// come before the page is read.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', startApp)
else startApp()

function startApp(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has lost its #root')

  const config = readConfig()

  reloadOutdatedPage()

  // Before any stored data is read.
  onDeviceReset((flash) => {
    analytics.reset()
    if (flash) setFlash(flash)
    hardReload(flash && location.pathname)
  })

  adoptFirstAnswer()

  watchDialogHistory()

  const app = (
    <StrictMode>
      <BrowserRouter>
        <App config={config} />
      </BrowserRouter>
    </StrictMode>
  )
  // `npm run dev` serves pages that no build has rendered.
  if (import.meta.env.DEV) createRoot(root).render(app)
  else {
    // A transition lets presses in between.
    startTransition(() => {
      hydrateRoot(root, app, {
        // The error boundary reports what it catches.
        onCaughtError: () => {},
        // Offline, the service worker's shell may replace a prerendered page, so React renders it
        // anew.
        onRecoverableError: (error) => (navigator.onLine ? reportError(error) : console.warn(error)),
      })
    })
  }

  // Registers the service worker after loading. Some private windows have none.
  if (import.meta.env.PROD)
    setTimeout(() => whenIdle(() => navigator.serviceWorker?.register('/sw.js').catch(() => {})), 3000)

  // Attempts the server has not taken yet are sent from whichever page is opened next, once it has
  // been drawn.
  if (deviceStore.getItem(outboxKey)) {
    setTimeout(async () => {
      const { pageOutbox } = await import('./lib/outbox/page-outbox.ts')
      pageOutbox(config.apiUrl)
    }, 1000)
  }
}

declare global {
  var __zod_globalConfig: { jitless: boolean } | undefined
}
