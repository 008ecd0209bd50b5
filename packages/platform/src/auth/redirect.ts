import type { ResolvedSettings } from '../resolve-settings.ts'

/**
 * Where a link may lead back to: the address asked for when it is the site's or on the allow list, else the site.
 * Anything else would turn our mails into signposts for strangers.
 */
export function allowedRedirect({ siteUrl, auth }: ResolvedSettings, wanted: string | undefined): string {
  if (!wanted) return siteUrl
  const url = URL.parse(wanted)
  if (!url || url.username || url.password) return siteUrl
  if (url.origin !== 'null' && url.origin === URL.parse(siteUrl)?.origin) return wanted
  return auth.uriAllowList.some((pattern) => matchesPattern(url.href, pattern)) ? wanted : siteUrl
}

function matchesPattern(href: string, pattern: string): boolean {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === '**' ? '.*' : part === '*' ? '[^./]*' : part.replace(/[\\^$.|?+()[\]{}/-]/g, '\\$&'),
    )
    .join('')
  return new RegExp(`^${source}$`).test(href)
}
