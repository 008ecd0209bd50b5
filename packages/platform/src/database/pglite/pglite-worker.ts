import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { syncFolder } from '../folder/sync-folder.ts'
import { DurableFiles } from './durable-files.ts'
import { type ExtensionName, loadExtensions, usedExtensions } from './extensions.ts'
import type { OpenedMessage, PGliteWorkerData, WorkerAnswer, WorkerRequest } from './pglite-messages.ts'

/** PGlite's thread: answers protocol messages in order. When PGlite breaks, the thread ends. */
if (!parentPort) throw new Error('This runs as a thread only.')
const port = parentPort
const { dataDir, dump, extensions = [], startParams, begun } = workerData as PGliteWorkerData
const begunCount = new Int32Array(begun)

/** The exit code of PostgreSQL's `longjmp` to its main loop. */
const longJumpCode = 100

const inMemory = dataDir === 'memory'
let files = inMemory ? null : new DurableFiles(dataDir)
let pglite = await createPGlite(extensions, dump)
// A database says only when it is open what it cannot do without.
const missingExtensions = (await usedExtensions(pglite)).filter((name) => !extensions.includes(name))
if (missingExtensions.length > 0) {
  await pglite.close()
  files = inMemory ? null : new DurableFiles(dataDir)
  pglite = await createPGlite([...extensions, ...missingExtensions], inMemory ? dump : undefined)
}

async function createPGlite(names: readonly ExtensionName[], loaded: Blob | undefined): Promise<PGlite> {
  return PGlite.create({
    startParams,
    ...(files ? { fs: files } : { dataDir: 'memory://' }),
    ...(loaded ? { loadDataDir: loaded } : {}),
    extensions: await loadExtensions(names),
  })
}

if (dump && files) await syncFolder(dataDir)

// PGlite swallows what breaks it, such as an overflow of the stack, and tries again, for ever if
// need be.
const { Module: postgres } = pglite
const runOnce = postgres._PostgresMainLoopOnce
postgres._PostgresMainLoopOnce = () => {
  try {
    runOnce()
  } catch (error) {
    if (isLongJump(error)) throw error
    end(error)
  }
}

port.on('message', (all: readonly WorkerRequest[]) => {
  processRequests(all).catch(end)
})

const arrayTypes = await pglite.query<OpenedMessage['arrayTypes'][number]>(
  `select element.oid as "elementType", element.typarray as "arrayType"
   from pg_type listed join pg_type element on element.oid = listed.typelem
   where listed.typcategory = 'A' and element.typarray <> 0`,
)
port.postMessage({ arrayTypes: arrayTypes.rows } satisfies OpenedMessage)

async function processRequests(all: readonly WorkerRequest[]): Promise<void> {
  for (const said of all) {
    Atomics.add(begunCount, 0, 1)
    if (said instanceof Uint8Array) await executeMessage(said)
    else if (said === 'sync') syncFiles()
    else if (said === 'dump') await dumpFolder()
    else await close().then(() => process.exit(0))
  }
}

async function executeMessage(message: Uint8Array): Promise<void> {
  const parts: Uint8Array[] = []
  // PGlite's buffer is reused, so it must be copied.
  await pglite.execProtocolRawStream(message, {
    syncToFs: false,
    onRawData: (part) => parts.push(part.slice()),
  })
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  postAnswer(whole.buffer)
}

/** A full disk breaks the database. */
function syncFiles(): void {
  try {
    files?.syncLog()
  } catch (error) {
    end(error)
  }
  postAnswer(new ArrayBuffer())
}

async function dumpFolder(): Promise<void> {
  postAnswer(await (await pglite.dumpDataDir('none')).arrayBuffer())
}

async function close(): Promise<void> {
  await pglite.close()
  files?.syncLog()
}

function postAnswer(bytes: ArrayBuffer): void {
  port.postMessage({ bytes, isUnsynced: files?.isUnsynced ?? false } satisfies WorkerAnswer, [bytes])
}

function isLongJump(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === longJumpCode
}

function end(error: unknown): never {
  port.postMessage({ broken: error instanceof Error ? error.name : String(error) })
  process.exit(1)
}
