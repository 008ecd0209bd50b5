import type { ResolvedSettings } from '../settings.ts'

/**
 * Returns the redirect URL if it is the site's or allowed, else the site, to prevent open
 * redirects.
 */
export function allowedRedirect(settings: ResolvedSettings, wanted: string | undefined): string {
  return wanted && allowsRedirect(settings, wanted) ? wanted : settings.siteUrl
}

/** Returns whether an address is the site's or on the allow list. */
export function allowsRedirect({ siteUrl, auth }: ResolvedSettings, wanted: string): boolean {
  const url = URL.parse(wanted)
  if (!url || url.username || url.password) return false
  if (isSite(url, URL.parse(siteUrl))) return true
  return auth.uriAllowList.some((pattern) => matchesPattern(url.href, pattern))
}

/** On localhost all ports belong to one developer. */
function isSite(url: URL, site: URL | null): boolean {
  if (!site || url.origin === 'null') return false
  const isSameMachine = url.hostname === site.hostname && url.protocol === site.protocol
  return url.origin === site.origin || (isSameMachine && loopback.includes(url.hostname))
}

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

function matchesPattern(href: string, pattern: string): boolean {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === '**' ? '.*' : part === '*' ? '[^./]*' : part.replace(/[\\^$.|?+()[\]{}/-]/g, '\\$&'),
    )
    .join('')
  return new RegExp(`^${source}$`).test(href)
}
