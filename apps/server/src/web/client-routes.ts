/** Pages that exist as files of the build. */
const prerendered: Record<string, string> = {
  '/': 'index.html',
  '/about': 'about.html',
  '/terms': 'terms.html',
  '/privacy': 'privacy.html',
}

/** Pages the browser draws into the empty shell (specification, section 2). */
const drawn = new Set(['/profile', '/payment_success', '/payment_failed', '/misc'])

/** The file that shows a page, and whether the page exists: the shell draws the not-found page for the others. */
export function pageOf(path: string): { file: string; exists: boolean } {
  const route = path.length > 1 ? path.replace(/\/+$/, '') : path
  const file = prerendered[route]
  if (file) return { file, exists: true }
  return { file: 'app.html', exists: drawn.has(route) }
}
