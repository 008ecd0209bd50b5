import type { ClientHttp2Stream, OutgoingHttpHeaders } from 'node:http2'
import type { FunctionSettings } from '../../settings.ts'
import { RelayError } from '../relay-error.ts'
import { FunctionWorker } from './function-worker.ts'
import type { FunctionLog } from './log-lines.ts'

type PoolOptions = {
  folder: string
  /** What functions find in their environment. */
  environment: () => Readonly<Record<string, string>>
  settings: FunctionSettings
  log: FunctionLog
}

/** A caller in the queue; whoever takes a worker has left it. */
type Waiting = { name: string; take: (worker: FunctionWorker) => void }

/** For so long a function that could not be loaded is not tried again: every caller would start a process. */
const bootPauseMs = 1000

/** Workers that a call is offered to, one after another, while they do not begin with it. */
const mostTries = 4

/** Gives each call a worker of its function: one that is there, a new one, or a place in a queue that has an end. */
export class WorkerPool {
  readonly #options: PoolOptions
  readonly #workers = new Set<FunctionWorker>()
  readonly #waiting: Waiting[] = []
  readonly #unbootable = new Map<string, { until: number; failure: RelayError }>()
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /**
   * The stream of a call that a worker has begun with. Throws SERVICE_UNAVAILABLE when too many are there before it, and what
   * keeps the function from running. The place is given back when the stream closes.
   */
  async begin(name: string, headers: OutgoingHttpHeaders, gone: AbortSignal): Promise<ClientHttp2Stream> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const worker = await this.#acquire(name, gone)
      try {
        const stream = await worker.begin(headers)
        if (stream !== null) {
          stream.once('close', () => worker.release())
          return stream
        }
      } catch (error) {
        if (worker.bootFailure) this.#rememberBoot(name, worker.bootFailure)
        worker.release()
        throw error
      }
      worker.release()
    }
    throw new RelayError('SERVICE_UNAVAILABLE')
  }

  /** Lets those under way finish and starts anew for whoever comes next, for code that has changed. */
  renew(): void {
    this.#unbootable.clear()
    for (const worker of this.#workers) worker.retire()
  }

  close(): void {
    this.#isClosed = true
    for (const worker of this.#workers) worker.end()
  }

  #acquire(name: string, gone: AbortSignal): Promise<FunctionWorker> {
    const failed = this.#unbootable.get(name)
    if (failed && performance.now() < failed.until) throw failed.failure
    const worker = this.#isAnyoneWaitingFor(name) ? null : this.#place(name)
    if (worker) return Promise.resolve(worker)
    const { maxWaiting, waitMs } = this.#options.settings
    if (gone.aborted || this.#isClosed || this.#waiting.length >= maxWaiting)
      throw new RelayError('SERVICE_UNAVAILABLE')
    return new Promise((resolve, reject) => {
      // Whichever comes first, of a worker, the end of patience and the caller's leaving, is the end of the waiting.
      const stopWaiting = () => {
        clearTimeout(late)
        gone.removeEventListener('abort', leave)
        const at = this.#waiting.indexOf(waiting)
        if (at >= 0) this.#waiting.splice(at, 1)
      }
      const leave = () => {
        stopWaiting()
        reject(new RelayError('SERVICE_UNAVAILABLE'))
      }
      const waiting: Waiting = {
        name,
        take: (free) => {
          stopWaiting()
          resolve(free)
        },
      }
      const late = setTimeout(leave, waitMs)
      gone.addEventListener('abort', leave)
      this.#waiting.push(waiting)
    })
  }

  /** A worker with a place taken in it; null when there is none and may be none. */
  #place(name: string): FunctionWorker | null {
    if (this.#isClosed) return null
    const open = [...this.#workers].filter((worker) => worker.name === name && worker.isOpen)
    const least = open.sort((a, b) => a.taken - b.taken)[0]
    const worker = least ?? (this.#makeRoom() ? this.#start(name) : null)
    if (worker) worker.taken += 1
    return worker
  }

  #makeRoom(): boolean {
    const { maxWorkers } = this.#options.settings
    if (this.#workers.size >= maxWorkers) {
      const idle = [...this.#workers].filter((worker) => worker.isIdle)
      idle.sort((a, b) => a.lastUsedAt - b.lastUsedAt)[0]?.end()
    }
    // Whoever waits may have taken the room that was made.
    return this.#workers.size < maxWorkers
  }

  #start(name: string): FunctionWorker {
    const worker: FunctionWorker = new FunctionWorker({
      ...this.#options,
      name,
      environment: this.#options.environment(),
      onChange: () => {
        if (worker.isGone) this.#workers.delete(worker)
        this.#serveWaiting()
      },
    })
    this.#workers.add(worker)
    return worker
  }

  /** Whoever came first, unless there is room for a later one alone. */
  #serveWaiting(): void {
    for (const waiting of [...this.#waiting]) {
      const worker = this.#place(waiting.name)
      if (worker) waiting.take(worker)
    }
  }

  #isAnyoneWaitingFor(name: string): boolean {
    return this.#waiting.some((waiting) => waiting.name === name)
  }

  #rememberBoot(name: string, failure: RelayError): void {
    this.#unbootable.set(name, { until: performance.now() + bootPauseMs, failure })
  }
}
