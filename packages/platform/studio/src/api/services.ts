import type { Actor } from '../actor/actor.ts'
import { type Answer, ask, askForFile } from './ask.ts'

type Init = { body?: BodyInit; headers?: Record<string, string>; signal?: AbortSignal }

/** Asks a service as somebody: `rest/v1/…`, `storage/v1/…`, `auth/v1/admin/users…`. */
export function askAs<Body>(
  actor: Actor,
  method: string,
  path: string,
  init: Init = {},
): Promise<Answer<Body>> {
  return ask(method, `services/${path}`, { ...init, headers: { ...init.headers, ...headersOf(actor) } })
}

/** A file of the storage, as somebody. */
export function downloadAs(actor: Actor, path: string): Promise<Blob> {
  return askForFile('GET', `services/${path}`, { headers: headersOf(actor) })
}

/** The init of a request whose body is JSON. */
export function json(value: unknown, headers: Record<string, string> = {}): Init {
  return { body: JSON.stringify(value), headers: { ...headers, 'content-type': 'application/json' } }
}

function headersOf(actor: Actor): Record<string, string> {
  return {
    'x-studio-role': actor.role,
    ...(actor.role === 'authenticated' ? { 'x-studio-user': actor.userId } : {}),
  }
}
