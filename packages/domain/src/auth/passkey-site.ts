/**
 * Returns true when browsers keep passkeys for a site: a key belongs to a domain (WebAuthn, 5.1.2),
 * so a site at a bare address of the network has none.
 */
export function supportsPasskeys(siteUrl: string): boolean {
  const host = /^https?:\/\/([^/:[\]]+)(?::\d+)?(?:\/|$)/.exec(siteUrl)?.[1]
  return host !== undefined && !/^[\d.]+$/.test(host)
}
