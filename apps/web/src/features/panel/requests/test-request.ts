import { panelTexts } from '@app/content/ru/ui/panel'
import { isFields, type JsonValue } from '@app/domain/panel/json'
import { isProbed, paymentWebhook } from '@app/domain/panel/panel-tests'
import type { TestDefinition } from '@app/domain/panel/test-schema'

/** A test as it is about to be sent. `text` is null when there is nothing to send. */
export type TestRequest = {
  method: TestDefinition['method']
  url: string
  contentType: string | null
  text: string | null
}

export type RequestDraft = {
  method: TestDefinition['method']
  endpoint: string
  payload?: JsonValue | undefined
}

/**
 * Builds a request below `apiUrl`, or to an absolute endpoint. Payload fields fill the `{names}`;
 * the rest becomes the query of a GET or the body.
 */
export function toTestRequest(apiUrl: string, { method, endpoint, payload }: RequestDraft): TestRequest {
  const { path, rest } = fillEndpoint(endpoint.trim(), payload)
  const url = addressOf(apiUrl, path)
  if (!readAddress(url)) throw new Error(panelTexts.test.badAddress(path))
  if (method === 'GET') return { method, url: withQuery(url, rest), contentType: null, text: null }
  if (rest === undefined) return { method, url, contentType: null, text: null }
  return isForm(endpoint)
    ? { method, url, contentType: 'application/x-www-form-urlencoded', text: query(rest).toString() }
    : { method, url, contentType: 'application/json', text: JSON.stringify(rest) }
}

/** The path of an address below an API's base, `/health`, without its query; null for one that is elsewhere. */
export function pathBelow(url: string, apiUrl: string): string | null {
  const target = readAddress(url)
  const base = readAddress(apiUrl)
  if (!target || !base || target.origin !== base.origin) return null
  const prefix = base.pathname.replace(/\/+$/, '')
  if (target.pathname === prefix) return '/'
  return target.pathname.startsWith(`${prefix}/`) ? target.pathname.slice(prefix.length) : null
}

/**
 * Returns which of the bases an endpoint is asked below: the chosen one, unless it is a whole
 * address below another.
 */
export function baseOf(endpoint: string, chosen: string, apiUrls: readonly string[]): string {
  const url = endpoint.trim()
  return isAddress(url) ? (apiUrls.find((apiUrl) => pathBelow(url, apiUrl) !== null) ?? chosen) : chosen
}

/** Returns true when a token may be sent, which only its own API may get. */
export function mayCarryToken(url: string, apiUrl: string): boolean {
  return pathBelow(url, apiUrl) !== null
}

/** `URL.parse`, which browsers that are supported do not have yet. */
function readAddress(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/**
 * Returns true when the other installation at `apiUrl` is not asked this: it might leave an order,
 * a message or a program there.
 */
export function isBlockedForOtherSite(apiUrl: string, { method, endpoint }: RequestDraft): boolean {
  const path = pathBelow(addressOf(apiUrl, endpoint.trim()), apiUrl)
  return path !== null && !isProbed(method, path)
}

/** The payment provider posts a form; all other calls use JSON. */
function isForm(endpoint: string): boolean {
  return endpoint.trim().endsWith(paymentWebhook)
}

function addressOf(apiUrl: string, path: string): string {
  return isAddress(path) ? path : `${apiUrl}${path.startsWith('/') ? '' : '/'}${path}`
}

function isAddress(endpoint: string): boolean {
  return /^https?:\/\//i.test(endpoint)
}

function fillEndpoint(endpoint: string, payload: JsonValue | undefined) {
  if (!isFields(payload)) return { path: endpoint, rest: payload }
  const rest = { ...payload }
  const path = endpoint.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = rest[name]
    if (value === undefined || value === null) return placeholder
    delete rest[name]
    return encodeURIComponent(toText(value))
  })
  const isSpent = path !== endpoint && Object.keys(rest).length === 0
  return { path, rest: isSpent ? undefined : rest }
}

function withQuery(url: string, payload: JsonValue | undefined): string {
  if (payload === undefined) return url
  const text = query(payload).toString()
  return text === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${text}`
}

function query(payload: JsonValue): URLSearchParams {
  const fields = isFields(payload) ? Object.entries(payload) : []
  return new URLSearchParams(fields.map(([name, value]) => [name, toText(value)]))
}

function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
