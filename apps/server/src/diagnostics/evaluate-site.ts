import { type Finding, found } from '@app/contracts/findings'

/** The certificate's expiry and its validation error. */
export type Certificate = {
  validUntil: Date
  /** The reason why it is not trusted, as OpenSSL calls it; null when it is. */
  problem: string | null
}

const expiresSoonDays = 14
const dayMs = 24 * 60 * 60 * 1000
const expiredCodes = new Set(['CERT_HAS_EXPIRED'])
const otherNameCodes = new Set(['ERR_TLS_CERT_ALTNAME_INVALID'])

/** Returns whether browsers accept the certificate, and for how long. */
export function evaluateCertificate(host: string, { validUntil, problem }: Certificate, now: Date): Finding {
  const days = Math.floor((validUntil.getTime() - now.getTime()) / dayMs)
  if (days < 0 || (problem && expiredCodes.has(problem))) return found('tls_expired', { host })
  if (problem && otherNameCodes.has(problem)) return found('tls_other_name', { host })
  if (problem) return found('tls_untrusted', { host, reason: problem })
  return days < expiresSoonDays ? found('tls_soon', { host, days }) : found('tls_good', { host, days })
}

/** The way a request through the site's own address arrived at the server. */
export type ArrivedRequest = {
  /** Whether X-Forwarded-For arrived and was trusted. */
  forwarded: 'absent' | 'believed' | 'ignored'
  /** The client address that the server saw. */
  address: string
  protocol: string
  host: string
}

type ProxyProbe = {
  /** A request as any browser makes it. */
  plain: ArrivedRequest
  /** A request that claims `claimed` as its address. */
  forging: ArrivedRequest
  claimed: string
  /** The site's URL in browsers. */
  wanted: { protocol: string; host: string }
}

/**
 * Judges who may come past the proxy, or as the proxy: `host` is what is listened on. In a
 * container the network around it decides that.
 */
export function evaluateListening(settings: {
  host: string
  isLocalHost: boolean
  trustsLoopback: boolean
  hasProxySecret: boolean
}): Finding[] {
  const { host, isLocalHost, trustsLoopback, hasProxySecret } = settings
  return [
    ...(isLocalHost ? [] : [found('host_open', { host })]),
    ...(trustsLoopback && !hasProxySecret ? [found('proxy_neighbours', {})] : []),
  ]
}

/** Returns whether TRUST_PROXY fits what the proxy passes on. */
export function evaluateProxy({ plain, forging, claimed, wanted }: ProxyProbe): Finding {
  if (forging.address === claimed) return found('proxy_forged', {})
  if (plain.forwarded === 'absent') return found('proxy_silent', {})
  if (plain.forwarded === 'ignored') return found('proxy_ignored', {})
  if (plain.protocol !== wanted.protocol) return found('proxy_plain', {})
  if (plain.host !== wanted.host) {
    return found('proxy_other_host', { arrived: plain.host, wanted: wanted.host })
  }
  return found('proxy_good', {})
}
