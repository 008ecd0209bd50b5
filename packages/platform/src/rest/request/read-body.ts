import type { FastifyRequest } from 'fastify'
import { isObject, JsonError, parseJson } from '../../http/json.ts'
import { badBody, RestError } from '../rest-errors.ts'
import type { Given } from '../schema/choose-routine.ts'
import type { Arguments } from '../statements/call-function.ts'
import { parseCsv } from './parse-csv.ts'
import { checkBody } from './query-budget.ts'

/** A body of rows as a value, and its text when that is JSON. */
export type Body = { value: unknown; text: string | null }

export const emptyBody = 'Empty or invalid json'

/** Reads a body of rows: JSON, CSV with a line of names, or a form. `exact` keeps numbers as they are written. */
export function readBody(request: FastifyRequest, { exact }: { exact: boolean }): Body {
  const type = typeOf(request)
  const text = textOf(request)
  if (text.trim() === '') return { value: undefined, text: null }
  if (type === 'text/csv') return { value: parseCsv(text), text: null }
  if (type === formType) return { value: Object.fromEntries(new URLSearchParams(text)), text: null }
  if (type !== 'application/json' && type !== 'text/plain' && !type.endsWith('+json')) throw unreadable(type)
  return { value: readJson(text, exact), text }
}

/** Reads what a function is called with by POST: an object of named arguments, a form, or a body to be handed on whole. */
export function readCall(
  request: FastifyRequest,
  columns: readonly string[] | null,
): { args: Arguments; body: Arguments; given: Given } {
  const type = typeOf(request)
  const text = textOf(request)
  if (type === 'application/octet-stream') {
    const value = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    return { ...toWholeBody(value), given: { names: [], body: 'bytes' } }
  }
  if (type === 'text/plain' || type === 'text/xml') {
    if (text.includes('\0')) throw badBody('The text contains a zero byte')
    return { ...toWholeBody(text), given: { names: [], body: type === 'text/xml' ? 'xml' : 'text' } }
  }
  if (type === formType) {
    const pairs = [...new URLSearchParams(text)]
    checkBody('arguments', pairs.length)
    const args: Arguments = { kind: 'texts', values: groupTexts(pairs) }
    return { args, body: args, given: { names: [...args.values.keys()], body: null } }
  }
  if (type === 'text/csv') {
    const args: Arguments = { kind: 'json', values: parseCsv(text)[0] ?? {} }
    const names = Object.keys(args.values)
    checkBody('arguments', names.length)
    return { args, body: args, given: { names, body: null } }
  }
  const { value = {} } = readBody(request, { exact: true })
  // Like PostgREST, only the first of several calls runs.
  const first: unknown = Array.isArray(value) ? value[0] : value
  const values = isObject(first) ? pickColumns(first, columns) : {}
  return {
    args: { kind: 'json', values },
    body: { kind: 'body', value: text.trim() === '' ? '{}' : text },
    given: { names: Object.keys(values), body: 'json' },
  }
}

function pickColumns(
  values: Record<string, unknown>,
  columns: readonly string[] | null,
): Record<string, unknown> {
  return columns === null
    ? values
    : Object.fromEntries(Object.entries(values).filter(([name]) => columns.includes(name)))
}

/** Texts by name, in the order they came in. */
export function groupTexts(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const [name, text] of pairs) {
    if (name.includes('\0') || text.includes('\0')) throw badBody('The text contains a zero byte')
    const known = texts.get(name)
    if (known) known.push(text)
    else texts.set(name, [text])
  }
  return texts
}

const formType = 'application/x-www-form-urlencoded'

const unreadable = (type: string) =>
  new RestError(400, 'PGRST102', `Content-Type not acceptable: ${type.slice(0, 100)}`)

function toWholeBody(value: string | Buffer): { args: Arguments; body: Arguments } {
  return { args: { kind: 'json', values: {} }, body: { kind: 'body', value } }
}

function typeOf(request: FastifyRequest): string {
  return request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? 'application/json'
}

function textOf({ body }: FastifyRequest): string {
  return Buffer.isBuffer(body) ? body.toString('utf8') : ''
}

/** Reads JSON. To be exact, a number that JavaScript could only hold rounded stays as it is written. */
function readJson(text: string, exact: boolean): unknown {
  try {
    return parseJson(text, exact && mayLosePrecision.test(text) ? reviveExact : undefined)
  } catch (error) {
    if (error instanceof JsonError) throw badBody(emptyBody)
    throw error
  }
}

declare global {
  interface JSON {
    rawJSON: (text: string) => unknown
  }
}

/** Numbers of many digits, with an exponent, or with zeros at the end, which a decimal of PostgreSQL keeps. */
const mayLosePrecision = /\d[\d.]{14}|\d[eE]|\.\d*0(?!\d)/

function reviveExact(key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  const isExact = key === '' || typeof value !== 'number' || source === undefined || String(value) === source
  return isExact ? value : JSON.rawJSON(source)
}
