const name = 'studio_session'

/** What the session's cookie holds, or null. */
export function readCookie(header: string | undefined): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const found = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return found || null
}

/** A cookie for Studio alone, which no script reads and no other site's page sends. Without a value, its end. */
export function writeCookie(
  value: string,
  { path, seconds, isSecure }: { path: string; seconds: number; isSecure: boolean },
): string {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict']
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}
