import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabaseIdentity } from '../../database/act-as.ts'
import type { JsonObject } from '../../database/tables.ts'
import { readCredential as readToken } from '../../keys/tokens.ts'
import { parseObjectName } from '../objects/object-name.ts'
import { bytesOf } from '../objects/read-upload.ts'
import { invalidKey, invalidToken } from '../storage-errors.ts'
import type { Place, StorageContext } from '../storage-request.ts'
import { s3Refusal, signatureMismatch } from './s3-errors.ts'
import { signedBody } from './signed-body.ts'
import { isSignedWith, readSignature, type Signature } from './verify-signature.ts'
import { writeXml, type XmlNode } from './xml.ts'

/** One request of S3's protocol, by somebody who is known. */
export type S3Call = {
  context: StorageContext
  request: FastifyRequest
  reply: FastifyReply
  query: URLSearchParams
  bucket: string
  /** The name of the object that is meant; throws when none can have it. */
  place: () => Place
  /** The caller, about to do what policies may ask about. */
  doing: (operation: string) => DatabaseIdentity
  /** The bytes that were signed; to be read to their end, where it shows whether they are those. */
  body: () => AsyncIterable<Uint8Array>
  send: (root: XmlNode) => FastifyReply
}

/** Finds out who sends a request, by its signature. */
export async function openCall(
  context: StorageContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<S3Call> {
  const { method, url = '' } = request.raw
  const signed = { method: method ?? '', url, headers: request.headers }
  const signature = readSignature(signed, Date.now())
  const { identity, secrets } = await credentialOf(context, signature)
  const places = placesOf(context, request)
  const secret = secrets.find((one) => isSignedWith(one, signature, signed, places))
  if (secret === undefined) throw signatureMismatch()
  return callOf(context, request, reply, { identity, body: () => bodyOf(request, signature, secret) })
}

function callOf(
  context: StorageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { identity, body }: { identity: DatabaseIdentity; body: () => AsyncIterable<Uint8Array> },
): S3Call {
  const { bucket = '', '*': path = '' } = request.params as { bucket?: string; '*'?: string }
  return {
    context,
    request,
    reply,
    bucket,
    query: new URLSearchParams((request.raw.url ?? '').split(/\?(.*)/s)[1] ?? ''),
    place: () => ({ bucket, name: parseKey(path) }),
    doing: (operation) => ({ ...identity, settings: { 'storage.operation': `storage.s3.${operation}` } }),
    body,
    send: (root) => reply.type('application/xml').send(writeXml(root)),
  }
}

/** A name as S3's clients give it, which no slash may be taken from. */
export function parseKey(key: string): string {
  const name = parseObjectName(key)
  if (name !== key) throw invalidKey(key.slice(0, 200))
  return name
}

/**
 * Whose a signature is. With a session token the token says who signs, and what it is signed with is known to everybody, as
 * upstream has it; else the access key does.
 */
export async function credentialOf(
  { keys, settings }: StorageContext,
  { accessKeyId, sessionToken }: Pick<Signature, 'accessKeyId' | 'sessionToken'>,
): Promise<{ identity: DatabaseIdentity; secrets: readonly string[] }> {
  if (sessionToken !== null) {
    const credential = await readToken(keys, sessionToken)
    if (credential.outcome !== 'accepted' || credential.kind !== 'jwt')
      throw invalidToken('Invalid Compact JWS')
    const { role, claims } = credential
    if (role !== 'anon' && role !== 'authenticated' && role !== 'service_role')
      throw invalidToken('Invalid Compact JWS')
    return { identity: { role, claims }, secrets: [keys.anonJwt, keys.publishable] }
  }
  const key = settings.storage.s3Protocol?.accessKeys.find((one) => one.accessKeyId === accessKeyId)
  if (!key) {
    throw s3Refusal('InvalidAccessKeyId', 'The Access Key Id you provided does not exist in our records.')
  }
  const identity = { role: 'service_role', claims: { role: 'service_role' } } as const
  return { identity, secrets: [key.secretAccessKey] }
}

/** Where a client may have seen this server: where it was asked, or where it is reached from outside. */
function placesOf({ settings }: StorageContext, { headers }: FastifyRequest) {
  const { host, pathname } = new URL(settings.externalUrl)
  return [
    { host: headers.host ?? '', prefix: '' },
    { host, prefix: pathname.replace(/\/+$/, '') },
  ]
}

function bodyOf(
  { body, headers }: FastifyRequest,
  signature: Signature,
  secret: string,
): AsyncIterable<Uint8Array> {
  const bytes = body ? bytesOf(body as Readable) : nothing()
  return signedBody(bytes, { headers, signature, secret })
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** So much XML no list of a thousand keys has. */
const longestXml = 2 * 1024 * 1024

export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > longestXml) throw s3Refusal('MalformedXML', 'The XML you provided was too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A whole number of the query between 0 and a thousand. */
export function countOf(query: URLSearchParams, name: string): number {
  const value = query.get(name) ?? '1000'
  if (!/^\d{1,9}$/.test(value)) throw s3Refusal('InvalidArgument', `${name} must be a whole number`)
  return Math.min(Number(value), 1000)
}

/** What the sender says of an object in headers. */
export function userMetadataOf({ headers }: FastifyRequest): JsonObject | null {
  const said = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith('x-amz-meta-') && typeof value === 'string'
      ? [[name.slice('x-amz-meta-'.length), value] as const]
      : [],
  )
  return said.length === 0 ? null : Object.fromEntries(said)
}
