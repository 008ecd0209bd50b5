import { AsyncLocalStorage } from 'node:async_hooks'
import { pathToFileURL } from 'node:url'
import { RelayError } from './relay-error.ts'

type Environment = Readonly<Record<string, string>>
type Handler = (request: Request) => Response | Promise<Response>

const environmentStorage = new AsyncLocalStorage<Environment>()

// Visible while a function runs alone, because libraries take a global `Deno` for their runtime.
Object.defineProperty(globalThis, 'Deno', {
  configurable: true,
  get() {
    const environment = environmentStorage.getStore()
    return environment && { env: { get: (name: string) => environment[name] } }
  },
})

/**
 * Answers a request by a file's `export default { fetch }`, with its variables in `Deno.env`. It is
 * aborted after the time limit. @throws {RelayError} when the function fails.
 */
export function runFunction(
  file: string,
  request: (signal: AbortSignal) => Request,
  { environment, timeoutMs }: { environment: Environment; timeoutMs: number },
): Promise<Response> {
  return environmentStorage.run(environment, async () => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const late = new Promise<never>((_, reject) => {
      timeout.addEventListener('abort', () => reject(new RelayError('IDLE_TIMEOUT', timeout.reason)))
    })
    const answered = loadHandler(file).then((handle) => runHandler(handle, request(timeout)))
    return Promise.race([answered, late])
  })
}

/** The number of times that each file could not be loaded. */
const failedLoads = new Map<string, number>()
/** Each import stays in memory, so a failing file is limited. */
const maxAttempts = 100

/** Loads a function; one that failed is loaded under another address, since Node keeps a failed import. */
async function loadHandler(file: string): Promise<Handler> {
  const failed = failedLoads.get(file) ?? 0
  try {
    const { href } = pathToFileURL(file)
    const { default: exported } = await import(failed === 0 ? href : `${href}?attempt=${failed}`)
    if (typeof exported?.fetch !== 'function') throw new Error('index.ts has to export default { fetch }.')
    return (request) => exported.fetch(request)
  } catch (error) {
    failedLoads.set(file, Math.min(failed + 1, maxAttempts))
    throw new RelayError('BOOT_ERROR', error)
  }
}

async function runHandler(handle: Handler, request: Request): Promise<Response> {
  try {
    const response = await handle(request)
    if (response instanceof Response) return response
    throw new TypeError('The function did not answer with a Response.')
  } catch (error) {
    throw new RelayError('WORKER_ERROR', error)
  }
}
