import { pagePart } from '#web/lib/page/lazy-part.tsx'
import type { Pages } from './pages.ts'

export const lazyPages: Pages = {
  about: pagePart(() => import('./about.tsx')),
  terms: pagePart(() => import('./terms.tsx')),
  privacy: pagePart(() => import('./privacy.tsx')),
  elsewhere: pagePart(() => import('./elsewhere.tsx')),
}
