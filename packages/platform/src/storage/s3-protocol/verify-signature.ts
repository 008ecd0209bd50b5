import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { s3Refusal } from './s3-errors.ts'

/** What a request claims to be signed with: AWS Signature Version 4, in a header or in its address. */
export type Signature = {
  accessKeyId: string
  day: string
  region: string
  date: string
  signedHeaders: readonly string[]
  signature: string
  /** A hash of the body, or a word for how it is signed. */
  payload: string
  sessionToken: string | null
  isPresigned: boolean
}

export type SignedRequest = {
  method: string
  /** The path and the query as they came. */
  url: string
  headers: IncomingHttpHeaders
}

const mostSkewMs = 15 * 60_000
const longestPresignedSeconds = 7 * 24 * 3600
const unsigned = 'UNSIGNED-PAYLOAD'

/** Reads the signature of a request; throws when there is none, or it is not of this time. */
export function readSignature({ url, headers }: SignedRequest, nowMs: number): Signature {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  const read = headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')
    ? readHeader(headers)
    : query.has('X-Amz-Signature')
      ? readQuery(query, nowMs)
      : null
  if (!read) throw s3Refusal('AccessDenied', 'Missing signature')
  const signedAt = parseDate(read.date)
  if (signedAt === null || !read.date.startsWith(read.day) || !read.signedHeaders.includes('host')) {
    throw s3Refusal('AccessDenied', 'Invalid signature format')
  }
  if (signedAt - nowMs > mostSkewMs || (!read.isPresigned && nowMs - signedAt > mostSkewMs)) {
    throw s3Refusal(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large',
    )
  }
  for (const name of Object.keys(headers)) {
    const isFree = read.isPresigned && name === 'x-amz-content-sha256'
    // Whoever was given a link may not make it say more.
    if (name.startsWith('x-amz-') && !isFree && !read.signedHeaders.includes(name)) {
      throw s3Refusal('AccessDenied', 'There were headers present in the request which were not signed')
    }
  }
  return read
}

/** Whether the signature was made with this secret, for this request as seen at one of these places. */
export function isSignedWith(
  secret: string,
  signature: Signature,
  { method, url, headers }: SignedRequest,
  places: readonly { host: string; prefix: string }[],
): boolean {
  const [path = '', search = ''] = url.split(/\?(.*)/s)
  const key = signingKey(secret, signature)
  return places.some(({ host, prefix }) =>
    [prefix + path, normalised(prefix + path)].some((seen) => {
      const canonical = [
        method,
        seen,
        canonicalQuery(search),
        ...signature.signedHeaders.map(
          (name) => `${name}:${name === 'host' ? host : headerText(headers, name)}`,
        ),
        '',
        signature.signedHeaders.join(';'),
        signature.payload,
      ].join('\n')
      const text = ['AWS4-HMAC-SHA256', signature.date, scopeOf(signature), sha256(canonical)].join('\n')
      return isSame(hmac(key, text), signature.signature)
    }),
  )
}

export function signingKey(secret: string, { day, region }: Pick<Signature, 'day' | 'region'>): Buffer {
  return [day, region, 's3', 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`))
}

export function scopeOf({ day, region }: Pick<Signature, 'day' | 'region'>): string {
  return `${day}/${region}/s3/aws4_request`
}

export function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

export function isSame(expected: Buffer, presented: string): boolean {
  const given = Buffer.from(presented, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function readHeader(headers: IncomingHttpHeaders): Signature | null {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^,]{1,300}),\s*SignedHeaders=([^,]{1,4000}),\s*Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  const date = headers['x-amz-date']
  if (!parts || typeof date !== 'string') throw s3Refusal('AccessDenied', 'Invalid signature format')
  const [, credential = '', signed = '', signature = ''] = parts
  return {
    ...readCredential(credential),
    date,
    signature,
    signedHeaders: signed.toLowerCase().split(';'),
    payload: textOf(headers['x-amz-content-sha256']) ?? unsigned,
    sessionToken: textOf(headers['x-amz-security-token']),
    isPresigned: false,
  }
}

function readQuery(query: URLSearchParams, nowMs: number): Signature {
  const date = query.get('X-Amz-Date') ?? ''
  const expires = query.get('X-Amz-Expires') ?? ''
  const seconds = /^\d{1,6}$/.test(expires) ? Number(expires) : 0
  const signedAt = parseDate(date)
  if (signedAt === null || seconds < 1 || seconds > longestPresignedSeconds) {
    throw s3Refusal('AccessDenied', 'Invalid signature format')
  }
  if (signedAt + seconds * 1000 < nowMs) throw s3Refusal('ExpiredToken', 'The provided token has expired.')
  return {
    ...readCredential(query.get('X-Amz-Credential') ?? ''),
    date,
    signature: query.get('X-Amz-Signature') ?? '',
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').toLowerCase().split(';'),
    payload: query.get('X-Amz-Content-Sha256') ?? unsigned,
    sessionToken: query.get('X-Amz-Security-Token'),
    isPresigned: true,
  }
}

export function readCredential(text: string): Pick<Signature, 'accessKeyId' | 'day' | 'region'> {
  const [accessKeyId = '', day = '', region = '', service, end] = text.split('/')
  if (!/^\d{8}$/.test(day) || service !== 's3' || end !== 'aws4_request') {
    throw s3Refusal('AccessDenied', 'Invalid credentials')
  }
  return { accessKeyId, day, region }
}

function parseDate(text: string): number | null {
  const at = Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  return Number.isNaN(at) || !/^\d{8}T\d{6}Z$/.test(text) ? null : at
}

function canonicalQuery(search: string): string {
  return [...new URLSearchParams(search)]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
}

/** A path as every signer should write it: some leave signs as they are that others escape. */
function normalised(path: string): string {
  try {
    return path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/')
  } catch {
    return path
  }
}

/** As RFC 3986 has it. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function headerText(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim().replace(/ +/g, ' ')
}

function textOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
