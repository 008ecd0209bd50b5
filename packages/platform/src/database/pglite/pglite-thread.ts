import { Worker } from 'node:worker_threads'
import { databaseRefusal } from '../../http/postgres-error.ts'
import { enableFastCompilation } from './compile-quickly.ts'
import { NotBegunError } from './not-begun-error.ts'
import type {
  BrokenMessage,
  OpenedMessage,
  PGliteOptions,
  PGliteWorkerData,
  WorkerAnswer,
  WorkerRequest,
} from './pglite-messages.ts'

/** PostgreSQL refuses what nests too deeply by its own stack, of which it takes 2 MB; what V8 needs for those is more. */
const stackSizeMb = 64
/** With this many requests the thread stays awake. */
const awakeQueueLength = 3
/** A close that takes longer is cut short, which loses nothing. */
const closeTimeoutMs = 5_000

type PendingRequest = PromiseWithResolvers<WorkerAnswer> & { said: WorkerRequest; limitMs: number | null }

/**
 * PGlite in a thread, so that statements do not block the event loop. A timeout or a crash ends the
 * thread, and the next request opens the folder again, like PostgreSQL's crash recovery.
 */
export class PGliteThread {
  readonly #settings: PGliteOptions
  /** Called whenever the thread ended unasked, with all that was not committed. */
  onLost: () => void = () => {}
  #worker: Promise<Worker> | null
  #open: Worker | null = null
  #ending: Promise<unknown> = Promise.resolve()
  /** Requests for the next batch. */
  #outbox: PendingRequest[] = []
  #isSaying = false
  /** Sent requests without an answer. */
  #said: PendingRequest[] = []
  /** The thread's count of started requests, and the number of answers. */
  #begun: Int32Array = new Int32Array(1)
  #answered = 0
  #watch: { timer: NodeJS.Timeout; limitMs: number } | null = null
  #isClosed = false
  #arrayTypes: OpenedMessage['arrayTypes'] = []

  private constructor(settings: PGliteOptions) {
    this.#settings = settings
    this.#worker = this.#start(settings)
  }

  /** Opens the folder, or makes a database in memory. */
  static async open(settings: PGliteOptions): Promise<PGliteThread> {
    const thread = new PGliteThread(settings)
    await thread.#worker
    return thread
  }

  /** The types whose arrays the database knew when it was opened. */
  get arrayTypes(): OpenedMessage['arrayTypes'] {
    return this.#arrayTypes
  }

  /**
   * Sends a message and returns its answer, in order. Rejects with 57014 after `limitMs`, 57P02
   * when PGlite crashed on it, 57P03 when the folder cannot be opened, and `NotBegunError` when it
   * was queued behind a crash.
   */
  ask(said: Exclude<WorkerRequest, 'close'>, limitMs: number | null): Promise<WorkerAnswer> {
    const asked: PendingRequest = { ...Promise.withResolvers<WorkerAnswer>(), said, limitMs }
    this.#outbox.push(asked)
    this.#saySoon()
    return asked.promise
  }

  /** Closes the folder after the pending requests. */
  async close(): Promise<void> {
    if (this.#open) await this.#sayAll()
    this.#isClosed = true
    const worker = await this.#worker?.catch(() => null)
    this.#worker = null
    this.#open = null
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage(['close'] satisfies WorkerRequest[])
    const timer = setTimeout(() => void worker.terminate(), closeTimeoutMs)
    await ended
    clearTimeout(timer)
    for (const asked of this.#takeSaid()) asked.reject(databaseRefusal('57P01', 'the database was closed'))
  }

  /** Batches requests of one turn, because each message is expensive. */
  #saySoon(): void {
    if (this.#isSaying || this.#outbox.length === 0 || this.#said.length >= awakeQueueLength) return
    this.#isSaying = true
    setImmediate(() => void this.#sayAll())
  }

  async #sayAll(): Promise<void> {
    try {
      this.#worker ??= this.#reopen()
      const worker = this.#open ?? (await this.#worker)
      const all = this.#outbox.splice(0)
      if (all.length === 0) return
      worker.postMessage(
        all.map(({ said }) => said),
        all.flatMap(({ said }) => (said instanceof Uint8Array ? [said.buffer as ArrayBuffer] : [])),
      )
      const isFirst = this.#said.length === 0
      this.#said.push(...all)
      if (isFirst) this.#watchFirst()
    } catch (error) {
      for (const asked of this.#outbox.splice(0)) asked.reject(error)
    } finally {
      this.#isSaying = false
    }
  }

  /** Starts the timeout of the first request. */
  #watchFirst(): void {
    const limitMs = this.#said[0]?.limitMs ?? null
    if (limitMs !== null && limitMs === this.#watch?.limitMs) {
      this.#watch.timer.refresh()
      return
    }
    clearTimeout(this.#watch?.timer)
    this.#watch = limitMs === null ? null : { limitMs, timer: this.#timeFirst(limitMs) }
  }

  #timeFirst(limitMs: number): NodeJS.Timeout {
    const overstays = () => {
      const [first] = this.#said
      const worker = this.#open
      // A stalled event loop may have the answer already.
      setImmediate(() => {
        if (!first || !worker || this.#said[0] !== first) return
        this.#lose(worker, '57014', 'canceling statement due to statement timeout')
      })
    }
    return setTimeout(overstays, limitMs).unref()
  }

  async #reopen(): Promise<Worker> {
    try {
      if (this.#isClosed) throw new Error('it was closed')
      if (this.#settings.dataDir === 'memory') throw new Error('it was in memory only')
      // Two threads would destroy the folder.
      await this.#ending
      const { dump: _loaded, ...settings } = this.#settings
      return await this.#start(settings)
    } catch (error) {
      this.#worker = null
      const reason = error instanceof Error ? error.message : String(error)
      throw databaseRefusal('57P03', `the database cannot be opened: ${reason}`)
    }
  }

  #start(settings: PGliteOptions): Promise<Worker> {
    enableFastCompilation()
    const begun = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
    // Under `node --watch` a thread reports its files as messages.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      name: 'pglite',
      workerData: { ...settings, begun } satisfies PGliteWorkerData,
      resourceLimits: { stackSizeMb },
      env,
    })
    let reason = 'it ended'
    return new Promise((resolve, reject) => {
      worker.once('message', ({ arrayTypes }: OpenedMessage) => {
        this.#arrayTypes = arrayTypes
        this.#open = worker
        this.#begun = new Int32Array(begun)
        this.#answered = 0
        worker.on('message', (answer: WorkerAnswer | BrokenMessage) => {
          if ('bytes' in answer) this.#hear(worker, answer)
          else reason = answer.broken
        })
        resolve(worker)
      })
      worker.on('error', (error) => {
        reason = error.message
      })
      worker.once('exit', () => {
        reject(new Error(reason))
        this.#lose(worker, '57P02', `the statement broke the database (${reason}), which is opened again`)
      })
    })
  }

  #hear(worker: Worker, answer: WorkerAnswer): void {
    // A thread that is being closed still answers; one that was given up does so to nobody.
    if (this.#open !== worker && !this.#isClosed) return
    this.#answered += 1
    this.#said.shift()?.resolve(answer)
    this.#watchFirst()
    this.#saySoon()
  }

  #lose(worker: Worker, code: string, message: string): void {
    if (this.#open !== worker) return
    this.#open = null
    this.#worker = null
    const begun = this.#begun
    const answered = this.#answered
    const ending = worker.terminate()
    this.#ending = ending
    const [first, ...behind] = this.#takeSaid()
    const unsaid = this.#outbox.splice(0)
    this.onLost()
    first?.reject(databaseRefusal(code, message))
    void ending.then(() => {
      const begunBehind = behind.splice(0, Math.max(0, Atomics.load(begun, 0) - answered - 1))
      for (const asked of begunBehind)
        asked.reject(databaseRefusal('57P02', 'the database was lost meanwhile, and is opened again'))
      for (const asked of [...behind, ...unsaid]) asked.reject(new NotBegunError())
    })
  }

  #takeSaid(): PendingRequest[] {
    clearTimeout(this.#watch?.timer)
    this.#watch = null
    return this.#said.splice(0)
  }
}
