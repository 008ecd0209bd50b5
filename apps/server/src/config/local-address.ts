import { isIPv4 } from 'node:net'

/**
 * Returns whether a host name or address means this very machine, which nobody reaches from
 * elsewhere.
 */
export function isLocalHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, '')
  if (isIPv4(name)) return name.startsWith('127.')
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost')
}

/** The same of an address such as `http://localhost:3000`. What is no address is not local. */
export function isLocalAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && isLocalHost(url.hostname)
}
