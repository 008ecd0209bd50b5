import { createServer } from 'node:http2'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { answerCall, describe, failCall } from './answer-call.ts'
import { offerDeno, type Served } from './deno.ts'
import { resolveImports } from './resolve-imports.ts'

/** What a worker tells the server that started it. */
export type WorkerNews =
  | { told: 'ready' }
  | { told: 'failed'; error: string }
  /** It goes on, but something went wrong that no call answers for: better take another for the next. */
  | { told: 'spent' }
  /** How much goes on after its answers, and for how long the oldest of it. */
  | { told: 'busy'; tasks: number; oldestMs: number }

/** Runs one function in a process of its own: calls come by HTTP/2 over the descriptor 3, and nothing else can reach it. */
const entry = String(process.argv[2])
const send = process.send?.bind(process) as (news: WorkerNews, told: (error: Error | null) => void) => void
const leave = process.exit.bind(process) as (code: number) => never
/** A server that hears nothing any more is gone, and its worker has nobody to be there for. */
const tell = (news: WorkerNews) => send(news, (error) => error && leave(1))
let served: Served | null = null
/** When what goes on after answers began, oldest first. */
const tasks = new Set<{ at: number }>()

process.once('disconnect', () => leave(0))
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') leave(1)
  })
}
process.on('unhandledRejection', (error) => {
  if (!failCall(error)) console.error(error)
})
process.on('uncaughtException', (error) => {
  if (!failCall(error)) console.error(error)
  tell({ told: 'spent' })
})
closeDoors()
offerDeno((given) => {
  served ??= given
}, exit)
Object.defineProperty(globalThis, 'EdgeRuntime', { value: { waitUntil } })
resolveImports([dirname(entry), join(dirname(entry), '..')])

try {
  const loaded: { default?: unknown } = await import(pathToFileURL(entry).href)
  const found = toServed(loaded.default) ?? served
  if (!found) throw new Error('index.ts has to export default { fetch } or call Deno.serve.')
  // As many as HTTP/1 lets through to the server, which would be refused here otherwise.
  const server = createServer({ maxHeaderListPairs: 4096, settings: { maxHeaderListSize: 256 * 1024 } })
  server.on('sessionError', () => leave(1))
  server.on('session', (session) => session.once('close', () => leave(0)))
  server.on('stream', (stream, headers) => answerCall(stream, headers, found))
  server.emit('connection', new Socket({ fd: 3 }))
  tell({ told: 'ready' })
} catch (error) {
  tell({ told: 'failed', error: describe(error) })
}

/** A function that wants to end ends its own call, and no other; who comes next finds another worker. */
function exit(code?: number | string | null): never {
  const error = new Error(`The function ended its process with ${code ?? 0}.`)
  failCall(error)
  tell({ told: 'spent' })
  throw error
}

function waitUntil<Result>(task: Promise<Result>): Promise<Result> {
  const own = { at: performance.now() }
  const sayBusy = () => {
    const [oldest = own] = tasks
    tell({ told: 'busy', tasks: tasks.size, oldestMs: performance.now() - oldest.at })
  }
  const done = () => {
    tasks.delete(own)
    sayBusy()
  }
  tasks.add(own)
  sayBusy()
  // Whoever started it answers for what it throws.
  task.then(done, (error) => {
    console.error(error)
    done()
  })
  return task
}

/**
 * Takes away what reaches out of the process, or ends it for every call; the permission model leaves these in place. A module
 * of Node is one object however it is imported, so what is taken from it is gone by every way to it.
 */
function closeDoors(): void {
  const refuse = (what: string) =>
    function refused() {
      throw new Error(`A function cannot ${what}.`)
    }
  const reach = refuse('reach other processes')
  const openFile = refuse('open a database file')
  Object.assign(process, {
    ...{ exit, abort: exit, kill: reach, _kill: reach, _debugProcess: reach },
    ...{ send: undefined, disconnect: undefined },
  })
  const closed = {
    os: { setPriority: reach },
    // Flags of the engine make it write files, too.
    v8: { setFlagsFromString: refuse('set flags of the engine') },
    // SQLite opens files by itself.
    'node:sqlite': { DatabaseSync: openFile, backup: openFile },
  }
  for (const [name, doors] of Object.entries(closed)) {
    const found: object | undefined = process.getBuiltinModule(name)
    if (found) Object.assign(found, doors)
  }
  syncBuiltinESMExports()
}

function toServed(value: unknown): Served | null {
  if (typeof value !== 'object' || value === null || !('fetch' in value)) return null
  const { fetch } = value
  return typeof fetch === 'function' ? { handler: (request, info) => fetch.call(value, request, info) } : null
}
