import type { JsonObject } from '../database/tables.ts'
import { isObject, JsonError, parseJson } from '../http/json.ts'
import { badJson, validationFailed } from './auth-errors.ts'

/** The fields of a request's body, read with the types GoTrue expects; a field of another type is refused. */
export class Params {
  readonly #body: Record<string, unknown>

  constructor(body: unknown) {
    if (body !== undefined && !isObject(body)) throw badJson('an object is expected')
    this.#body = body ?? {}
  }

  string(name: string): string {
    return this.optionalString(name) ?? ''
  }

  optionalString(name: string): string | undefined {
    const value = this.#body[name] ?? undefined
    if (value !== undefined && typeof value !== 'string') throw badJson(`${name} must be a string`)
    return value
  }

  boolean(name: string, otherwise: boolean): boolean {
    const value = this.#body[name] ?? otherwise
    if (typeof value !== 'boolean') throw badJson(`${name} must be a boolean`)
    return value
  }

  strings(name: string): string[] | undefined {
    const value = this.#body[name] ?? undefined
    if (value === undefined) return undefined
    if (!Array.isArray(value) || !value.every((one) => typeof one === 'string' && one !== '')) {
      throw badJson(`${name} must be a list of strings`)
    }
    return value
  }

  object(name: string): JsonObject | undefined {
    const value = this.#body[name] ?? undefined
    if (value === undefined) return undefined
    if (!isObject(value)) throw badJson(`${name} must be an object`)
    return value as JsonObject
  }
}

/** Reads a body as JSON whatever its content type says, as GoTrue does. An empty body is none. */
export function parseAuthBody(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) throw badJson(error.message)
    throw error
  }
}

const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** The address in the one form it is stored in, or an error. The pattern is HTML's for `type=email`. */
export function parseEmail(text: string): string {
  if (text === '') throw validationFailed('An email address is required')
  if (text.length > 255) throw validationFailed('An email address is too long')
  const email = text.trim().toLowerCase()
  if (!emailPattern.test(email)) throw validationFailed('Unable to validate email address: invalid format')
  return email
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
