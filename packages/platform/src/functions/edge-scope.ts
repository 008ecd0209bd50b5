import { AsyncLocalStorage } from 'node:async_hooks'

/** What a function finds in its environment, by the names hosted Supabase gives it. */
export type EdgeEnvironment = Readonly<Record<string, string>>

type Handler = (request: Request) => Response | Promise<Response>
type Scope = { environment: EdgeEnvironment; serve: (handler: Handler) => void }

const scopes = new AsyncLocalStorage<Scope>()

/**
 * Runs `work` so that the code it calls, and no other, sees the two parts of `Deno` that hosted functions use:
 * `Deno.env.get` and `Deno.serve`. `serve` receives the handler a function serves with while it is loaded.
 */
export function inEdgeScope<Result>(
  environment: EdgeEnvironment,
  work: () => Result,
  serve: (handler: Handler) => void = () => {
    throw new Error('Deno.serve belongs at the top of a function, not into a request.')
  },
): Result {
  offerDeno()
  return scopes.run({ environment, serve }, work)
}

let isOffered = false

/** Once, but anew by a module that was loaded anew: what the one before it offered knows nothing of these scopes. */
function offerDeno(): void {
  if (isOffered) return
  isOffered = true
  Object.defineProperty(globalThis, 'Deno', { configurable: true, get: () => toDeno(scopes.getStore()) })
}

function toDeno(scope: Scope | undefined) {
  if (!scope) return undefined
  const { environment, serve } = scope
  return {
    env: {
      get: (name: string) => (Object.hasOwn(environment, name) ? environment[name] : undefined),
      has: (name: string) => Object.hasOwn(environment, name),
      toObject: () => ({ ...environment }),
    },
    serve: (...given: unknown[]) => {
      const handler = given.find((one) => typeof one === 'function') ?? handlerIn(given)
      if (!handler) throw new Error('Deno.serve takes a handler.')
      serve(handler as Handler)
      return { finished: new Promise<void>(() => {}), shutdown: async () => {} }
    },
  }
}

function handlerIn(given: readonly unknown[]): unknown {
  const options = given.find((one) => typeof one === 'object' && one !== null) as
    | { handler?: unknown }
    | undefined
  return typeof options?.handler === 'function' ? options.handler : undefined
}
