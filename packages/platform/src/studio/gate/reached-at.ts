/** Where a browser reached Studio: the host it names, and the path under which it sees Studio, without a slash at its end. */
export type ReachedAt = { host: string; path: string; isSecure: boolean | null }

const thisMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i

/**
 * Says where a request reached Studio by its `Host`, or null for a host that is not ours: a name that somebody else made point at
 * this machine (DNS rebinding) is none. `mountedAt` is the path on this server. Whether the address is secure is known of the
 * external one alone.
 */
export function reachedAt(
  { externalUrl, mountedAt }: { externalUrl: string; mountedAt: string },
  host: string | undefined,
): ReachedAt | null {
  if (host === undefined) return null
  const external = new URL(externalUrl)
  if (host.toLowerCase() === external.host) {
    const path = `${external.pathname.replace(/\/+$/, '')}/studio`
    return { host: external.host, path, isSecure: external.protocol === 'https:' }
  }
  return thisMachine.test(host) ? { host: host.toLowerCase(), path: mountedAt, isSecure: null } : null
}

/** Whether an `Origin` is the one Studio itself was reached at. */
export function isOwnOrigin(origin: string | undefined, { host, isSecure }: ReachedAt): boolean {
  const url = URL.parse(origin ?? '')
  if (url?.host !== host) return false
  return isSecure === null ? /^https?:$/.test(url.protocol) : (url.protocol === 'https:') === isSecure
}
