const shell = 'app.html'

/** Pages that exist as files of the build. */
const prerendered: Record<string, string> = {
  '/': 'index.html',
  '/about': 'about.html',
  '/terms': 'terms.html',
  '/privacy': 'privacy.html',
}

/** Pages the browser draws into a shell (specification, section 2). */
const clientRendered: Record<string, string> = {
  '/profile': 'profile.html',
  '/payment_success': shell,
  '/payment_failed': shell,
  '/misc': shell,
}

/** Below these every address is drawn by the browser, which knows whether there is something. */
const clientRenderedBelow = ['/desk']

/** The file that shows a page, and whether the page exists: the shell draws the not-found page for the others. */
export function pageOf(path: string): { file: string; exists: boolean } {
  const route = path.length > 1 ? path.replace(/\/+$/, '') : path
  const isBelow = clientRenderedBelow.some((base) => route === base || route.startsWith(`${base}/`))
  const file = prerendered[route] ?? clientRendered[route] ?? (isBelow ? shell : undefined)
  return { file: file ?? shell, exists: file !== undefined }
}
