import type { FastifyReply } from 'fastify'
import { isObject, JsonError, parseJson } from '../http/json.ts'
import { isHeader, isStatus } from './header-values.ts'
import { badResponseHeaders, badResponseStatus } from './rest-errors.ts'

/** The values of `response.headers` and `response.status` that functions set. */
export type ResponseSettings = { headers: string | null; status: string | null }

/** Throws when these settings are not what they have to be; what was done is then undone. */
export function checkSettings({ headers, status }: ResponseSettings): void {
  if (headers !== null) readHeaders(headers)
  if (status !== null && !isStatus(Number(status))) throw badResponseStatus()
}

/** Applies the status and headers that the product's functions set. */
export function applySettings(reply: FastifyReply, { headers, status }: ResponseSettings): void {
  if (status !== null) reply.code(Number(status))
  if (headers === null) return
  const read = readHeaders(headers)
  for (const [name] of read) reply.removeHeader(name)
  for (const [name, value] of read) {
    const known = reply.getHeader(name)
    reply.header(
      name,
      known === undefined || name === 'set-cookie' ? value : [known, value].flat().map(String),
    )
  }
}

function readHeaders(text: string): [name: string, value: string][] {
  const list = parseOrNull(text)
  if (!Array.isArray(list)) throw badResponseHeaders()
  return list.map((one) => {
    const entries = isObject(one) ? Object.entries(one) : []
    const [entry] = entries
    if (!entry || entries.length !== 1 || !isHeader(entry)) throw badResponseHeaders()
    return [entry[0].toLowerCase(), String(entry[1])]
  })
}

function parseOrNull(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) return null
    throw error
  }
}
