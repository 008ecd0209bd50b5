import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isObject, parseJson } from '../../http/json.ts'
import { readForm } from '../objects/read-form.ts'
import { bytesOf } from '../objects/read-upload.ts'
import { saveUpload } from '../objects/save-upload.ts'
import { givenUp, invalidRequest, tooLarge } from '../storage-errors.ts'
import { checkIsSending, type StorageContext } from '../storage-request.ts'
import { credentialOf, parseKey } from './s3-call.ts'
import { s3Refusal, signatureMismatch } from './s3-errors.ts'
import { hmac, isSame, readCredential, signingKey } from './verify-signature.ts'

/** How soon the file of a form begins, or it is refused: who signed it is not known before. */
const formLateAfterMs = 10_000

type Fields = ReadonlyMap<string, string>

/** Takes in the file of a form whose policy somebody signed: what the policy does not foresee is refused. */
export async function takeForm(
  context: StorageContext,
  request: FastifyRequest<{ Params: { bucket: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { bucket } = request.params
  const type = request.headers['content-type'] ?? ''
  const form = await readForm(request.body as Readable | undefined, type, {
    afterMs: formLateAfterMs,
    ask: () => Promise.reject(givenUp()),
  })
  const fields: Fields = new Map([...form.fields].map(([name, value]) => [name.toLowerCase(), value]))
  const policy = fields.get('policy') ?? ''
  const credential = readCredential(fields.get('x-amz-credential') ?? '')
  const sessionToken = fields.get('x-amz-security-token') ?? null
  const { identity, secrets } = await credentialOf(context, { ...credential, sessionToken })
  const presented = fields.get('x-amz-signature') ?? ''
  const isSigned = secrets.some((secret) => isSame(hmac(signingKey(secret, credential), policy), presented))
  if (!isSigned) throw signatureMismatch()
  const { min, max } = checkPolicy(policy, new Map([...fields, ['bucket', bucket]]))

  const said = [...fields].filter(([name]) => name.startsWith('x-amz-meta-'))
  const metadata = Object.fromEntries(said.map(([name, value]) => [name.slice('x-amz-meta-'.length), value]))
  const operation = { settings: { 'storage.operation': 'storage.s3.upload' } }
  const place = { bucket, name: parseKey(fields.get('key') ?? '') }
  const { metadata: kept } = await saveUpload(context, { ...identity, ...operation }, place, {
    type: fields.get('content-type') ?? form.file.type,
    overwrite: true,
    announced: { size: null, userMetadata: metadata },
    checkIsSending: () => checkIsSending(request),
    bytes: within(bytesOf(form.file.bytes, 'The form could not be read'), min, max),
    finish: async () => {
      await form.finished
      return { cacheControl: headerText(fields.get('cache-control')) ?? 'no-cache', metadata }
    },
  })
  const status = fields.get('success_action_status')
  return reply
    .code(status === '201' || status === '204' ? Number(status) : 200)
    .header('etag', kept.eTag)
    .send('')
}

/** Fields that no policy speaks of. */
const free = ['policy', 'x-amz-signature', 'file']

/** Throws unless the policy is of this time and foresees every field. Answers with how many bytes it lets by. */
function checkPolicy(encoded: string, fields: Fields): { min: number; max: number } {
  const { expiration, conditions } = parsePolicy(encoded)
  const until = Date.parse(String(expiration))
  if (!(until > Date.now()) || !Array.isArray(conditions)) throw refused('Policy expired.')
  const rules = conditions.map(toRule)
  const range = rules.find(({ kind }) => kind === 'range')
  const foreseen = new Set(rules.map(({ field }) => field))
  for (const { kind, field, value } of rules) {
    const given = fields.get(field)
    if (kind === 'eq' && given !== value) throw refused('Policy Condition failed')
    if (kind === 'starts-with' && !given?.startsWith(value)) throw refused('Policy Condition failed')
  }
  for (const name of fields.keys()) {
    const isFree = free.includes(name) || name.startsWith('x-ignore-')
    if (!isFree && name !== 'bucket' && !foreseen.has(name)) throw refused(`Extra input fields: ${name}`)
  }
  // A form of another bucket has the same fields.
  if (!foreseen.has('bucket') || !foreseen.has('key')) throw refused('Policy Condition failed')
  return { min: range?.min ?? 0, max: range?.max ?? Number.MAX_SAFE_INTEGER }
}

type Rule = { kind: 'eq' | 'starts-with' | 'range'; field: string; value: string; min: number; max: number }

function toRule(condition: unknown): Rule {
  const rule = { kind: 'eq', field: '', value: '', min: 0, max: 0 } as const
  if (isObject(condition)) {
    const [[field, value] = ['', '']] = Object.entries(condition)
    return { ...rule, field: field.toLowerCase(), value: String(value) }
  }
  const [kind, first, second] = Array.isArray(condition) ? condition : []
  if (kind === 'content-length-range')
    return { ...rule, kind: 'range', min: Number(first), max: Number(second) }
  if (kind !== 'eq' && kind !== 'starts-with') throw refused('Invalid policy condition')
  return { ...rule, kind, field: String(first).replace(/^\$/, '').toLowerCase(), value: String(second) }
}

function parsePolicy(encoded: string): Record<string, unknown> {
  try {
    const policy = parseJson(Buffer.from(encoded, 'base64').toString('utf8'))
    if (isObject(policy)) return policy
  } catch {
    throw refused('Invalid Policy')
  }
  throw refused('Invalid Policy')
}

async function* within(
  bytes: AsyncIterable<Uint8Array>,
  min: number,
  max: number,
): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (!(length <= max)) throw tooLarge()
    yield chunk
  }
  if (!(length >= min)) throw invalidRequest('Your proposed upload is smaller than the minimum allowed size')
}

function headerText(text: string | undefined): string | null {
  return text !== undefined && /^[\x20-\x7e]{1,255}$/.test(text) ? text : null
}

function refused(message: string) {
  return s3Refusal('AccessDenied', `Invalid according to Policy: ${message}`)
}
