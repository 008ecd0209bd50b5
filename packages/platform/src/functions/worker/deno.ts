import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

export type Served = {
  handler: (request: Request, info: ServeInfo) => Response | Promise<Response>
  onError?: (error: unknown) => Response | Promise<Response>
}

type ServeInfo = {
  remoteAddr: { transport: 'tcp'; hostname: string; port: number }
  completed: Promise<void>
}

class NotFound extends Error {
  override name = 'NotFound'
}
class PermissionDenied extends Error {
  override name = 'PermissionDenied'
}

/** The part of `Deno` that hosted functions use. `serve` is told of the handler that a function serves with. */
export function offerDeno(serve: (served: Served) => void, exit: (code?: number) => never): void {
  const { env } = process
  const Deno = {
    env: {
      get: (name: string) => env[name],
      has: (name: string) => env[name] !== undefined,
      set: (name: string, value: string) => Object.assign(env, { [name]: String(value) }),
      delete: (name: string) => Reflect.deleteProperty(env, name),
      toObject: () => ({ ...env }),
    },
    serve: (...given: unknown[]) => {
      serve(readServed(given))
      const addr = { transport: 'tcp', hostname: '0.0.0.0', port: 8000 }
      return { addr, finished: new Promise<void>(() => {}), shutdown: async () => {}, ref() {}, unref() {} }
    },
    readFile: (path: string | URL) => readFile(path).catch(refuse),
    readTextFile: (path: string | URL) => readFile(path, 'utf8').catch(refuse),
    readFileSync: (path: string | URL) => orRefuse(() => readFileSync(path)),
    readTextFileSync: (path: string | URL) => orRefuse(() => readFileSync(path, 'utf8')),
    cwd: () => process.cwd(),
    exit,
    args: [],
    errors: { NotFound, PermissionDenied },
    version: { deno: '2.1.4', v8: process.versions.v8, typescript: '5.6.2' },
  }
  Object.defineProperty(globalThis, 'Deno', { value: Deno, configurable: true })
}

/** `serve(handler)`, `serve(options, handler)` and `serve({ handler, ...options })`, in any order that it was ever offered in. */
function readServed(given: readonly unknown[]): Served {
  const options: { handler?: unknown; onError?: unknown } = given.find(isObject) ?? {}
  const handler = given.find((one) => typeof one === 'function') ?? options.handler
  if (typeof handler !== 'function') throw new TypeError('Deno.serve takes a handler.')
  return {
    handler: handler as Served['handler'],
    ...(typeof options.onError === 'function' && { onError: options.onError as Served['onError'] & {} }),
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function orRefuse<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    return refuse(error)
  }
}

function refuse(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') throw new NotFound(message)
  if (code === 'ERR_ACCESS_DENIED' || code === 'EACCES') throw new PermissionDenied(message)
  throw error
}
