import { isIP } from 'node:net'
import { type ConnectionOptions, connect } from 'node:tls'
import { type Finding, found } from '@app/contracts/findings'
import { forwardingSchema, healthSchema } from '@app/contracts/status'
import { compile } from '@fastify/proxy-addr'
import type { HttpSettings } from '../config/http.ts'
import { isLocalAddress, isLocalHost } from '../config/local-address.ts'
import type { Settings } from '../config.ts'
import {
  type ArrivedRequest,
  type Certificate,
  evaluateCertificate,
  evaluateListening,
  evaluateProxy,
} from './evaluate-site.ts'
import type { Network } from './network.ts'

/** Returns whether the name of the site leads anywhere. */
export async function checkDns(host: string, { addressesOf }: Network): Promise<Finding[]> {
  const addresses = await addressesOf(host)
  return addresses.length === 0
    ? [found('dns_missing', { host })]
    : [found('dns_good', { host, addresses: addresses.join(', ') })]
}

/** Returns whether browsers accept the certificate of the site, and for how long. */
export async function checkCertificate(site: URL, now: Date): Promise<Finding[]> {
  const { hostname: host } = site
  const port = Number(site.port || 443)
  const certificate = await readCertificate({
    host,
    port,
    ...(isIP(host) === 0 && { servername: host }),
  }).catch(() => null)
  return [certificate ? evaluateCertificate(host, certificate, now) : found('tls_away', { host, port })]
}

function readCertificate(options: ConnectionOptions): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    // Inspects the certificate even if it is invalid; no data is sent.
    const socket = connect({ ...options, rejectUnauthorized: false, timeout: 8_000 }, () => {
      const problem = socket.authorized ? null : String(socket.authorizationError)
      resolve({ validUntil: new Date(socket.getPeerCertificate().valid_to), problem })
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error('timeout')))
    socket.once('error', reject)
  })
}

/** Returns the public address of the API. */
export function apiOf({ apiUrl, siteUrl, apiPrefix }: HttpSettings): string {
  return apiUrl ?? `${siteUrl}${apiPrefix}`
}

/** Returns whether the site answers at its own address, as ours, and can work. */
export async function checkSite(http: HttpSettings, send: typeof fetch): Promise<Finding[]> {
  const site = http.siteUrl
  const ask = (path: string) => send(`${apiOf(http)}${path}`, { redirect: 'manual' })
  const health = await ask('/health').catch(() => null)
  if (!health) return [found('site_away', { site })]
  const isOurs = healthSchema.safeParse(await health.json().catch(() => null)).success
  if (!isOurs) return [found('site_other', { site })]
  const ready = await ask('/ready')
  return [ready.ok ? found('site_good', { site }) : found('site_not_ready', { site, status: ready.status })]
}

/** Evaluates whether clients can bypass or imitate the proxy. In a container the network decides. */
export function checkListening(
  { host, trustProxy, proxySecret }: Settings['http'],
  isContainer: boolean,
): Finding[] {
  const trustsLoopback = typeof trustProxy === 'boolean' ? trustProxy : compile(trustProxy)('127.0.0.1', 0)
  return evaluateListening({
    host,
    isLocalHost: isContainer || isLocalHost(host),
    trustsLoopback: !isContainer && trustsLoopback,
    hasProxySecret: proxySecret !== null,
  })
}

/** An address reserved for documentation (RFC 5737). */
const spoofedAddress = '203.0.113.77'

/** Returns whether TRUST_PROXY fits what the proxy in front of the server passes on. */
export async function checkProxy(http: HttpSettings, send: typeof fetch): Promise<Finding[]> {
  if (http.trustProxy === false && isLocalAddress(http.siteUrl)) return []
  const api = apiOf(http)
  const ask = async (headers: Record<string, string>): Promise<ArrivedRequest> => {
    const response = await send(`${api}/forwarding`, { headers, redirect: 'manual' })
    return forwardingSchema.parse(await response.json())
  }
  const { protocol, host } = new URL(api)
  return [
    evaluateProxy({
      plain: await ask({}),
      forging: await ask({ 'x-forwarded-for': spoofedAddress }),
      claimed: spoofedAddress,
      wanted: { protocol: protocol.slice(0, -1), host },
    }),
  ]
}
