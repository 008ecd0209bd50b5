import { lazy } from 'react'
import type { Pages } from './pages.ts'

export const lazyPages: Pages = {
  About: lazy(() => import('./about.tsx')),
  Terms: lazy(() => import('./terms.tsx')),
  Privacy: lazy(() => import('./privacy.tsx')),
  NotFound: lazy(() => import('./not-found.tsx')),
}
