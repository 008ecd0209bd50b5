import type { PagePart } from '#web/lib/page/lazy-part.tsx'
import { paymentFailedPage, paymentSuccessPage, profilePage } from './drawn-pages.ts'
import type { Pages } from './pages.ts'

/** The pages that come in scripts of their own, by their paths. Any other path but the first page's is `elsewhere`. */
export function siteParts({ about, terms, privacy }: Pages): Record<string, PagePart<object>> {
  return {
    '/profile': profilePage,
    '/payment_success': paymentSuccessPage,
    '/payment_failed': paymentFailedPage,
    '/about': about,
    '/terms': terms,
    '/privacy': privacy,
  }
}

/** Resolves once the page of a path can be drawn, or has been tried for in vain. The first one always can. */
export async function whenPageIsReady(pages: Pages, pathname: string): Promise<void> {
  // As the router matches them.
  const path = pathname.toLowerCase().replace(/(.)\/+$/, '$1')
  if (path !== '/') await (siteParts(pages)[path] ?? pages.elsewhere).whenReady()
}
