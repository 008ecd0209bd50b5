import { setImmediate as othersTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { databaseRefusal } from '../../http/postgres-error.ts'
import { compileQuickly } from './compile-quickly.ts'
import type { Answer, Broken, Opened, OpenedWith, Said } from './pglite-messages.ts'

/** PostgreSQL refuses what nests too deeply by its own stack, of which it takes 2 MB; what V8 needs for those is more. */
const stackSizeMb = 64
/**
 * Node hands over what threads say before it looks at anything else, as long as there is more of it. A thread that is
 * asked again with every answer would keep the process from its requests.
 */
const longestUnbrokenMs = 5
/** A close that takes longer is cut short, which loses nothing. */
const longestCloseMs = 5_000

/**
 * PGlite in a thread of its own, so that a statement holds up nothing but the statements after it. One that overstays
 * ends the thread, as does one that breaks PGlite, and the next opens the folder again. To PostgreSQL that is a crash:
 * what was committed is there, and nothing else.
 */
export class PGliteThread {
  readonly #settings: OpenedWith
  /** Called whenever the thread ended unasked, with all that was not committed. */
  onLost: () => void = () => {}
  #worker: Promise<Worker> | null
  #open: Worker | null = null
  #ending: Promise<unknown> = Promise.resolve()
  #waiting: PromiseWithResolvers<Answer> | null = null
  #isClosed = false
  #othersHadTurnAt = 0
  #arrayTypes: Opened['arrayTypes'] = []

  private constructor(settings: OpenedWith) {
    this.#settings = settings
    this.#worker = this.#start(settings)
  }

  /** Opens the folder, or makes a database in memory. */
  static async open(settings: OpenedWith): Promise<PGliteThread> {
    const thread = new PGliteThread(settings)
    await thread.#worker
    return thread
  }

  /** The types whose arrays the database knew when it was opened. */
  get arrayTypes(): Opened['arrayTypes'] {
    return this.#arrayTypes
  }

  /**
   * What PGlite answers; ask when nobody else waits for an answer. Rejects with 57014 when it takes longer than
   * `limitMs`, with 57P02 when PGlite broke over it, and with 57P03 when the folder cannot be opened again.
   */
  async ask(said: Exclude<Said, 'close'>, limitMs: number | null): Promise<Answer> {
    await this.#letOthersIn()
    this.#worker ??= this.#reopen()
    const worker = await this.#worker
    const waiting = Promise.withResolvers<Answer>()
    this.#waiting = waiting
    worker.postMessage(said, typeof said === 'string' ? [] : [said.buffer as ArrayBuffer])
    if (limitMs === null) return waiting.promise
    const overstays = () => {
      if (this.#waiting !== waiting) return
      this.#lose(worker, '57014', 'canceling statement due to statement timeout')
    }
    // When the event loop stood still, the answer may lie there already: it is let in first.
    const timer = setTimeout(() => setImmediate(overstays), limitMs)
    try {
      return await waiting.promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** Closes the folder after what is being answered. Whoever asks afterwards is refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    const worker = await this.#worker?.catch(() => null)
    this.#worker = null
    this.#open = null
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close' satisfies Said)
    const timer = setTimeout(() => void worker.terminate(), longestCloseMs)
    await ended
    clearTimeout(timer)
    this.#takeWaiting()?.reject(databaseRefusal('57P01', 'the database was closed'))
  }

  async #letOthersIn(): Promise<void> {
    if (performance.now() - this.#othersHadTurnAt < longestUnbrokenMs) return
    await othersTurn()
    this.#othersHadTurnAt = performance.now()
  }

  async #reopen(): Promise<Worker> {
    try {
      if (this.#isClosed) throw new Error('it was closed')
      if (this.#settings.dataDir === 'memory') throw new Error('it was in memory only')
      // Two threads on one folder would destroy it.
      await this.#ending
      const { dump: _loaded, ...settings } = this.#settings
      return await this.#start(settings)
    } catch (error) {
      this.#worker = null
      const reason = error instanceof Error ? error.message : String(error)
      throw databaseRefusal('57P03', `the database cannot be opened: ${reason}`)
    }
  }

  #start(workerData: OpenedWith): Promise<Worker> {
    compileQuickly()
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      name: 'pglite',
      workerData,
      resourceLimits: { stackSizeMb },
    })
    let reason = 'it ended'
    return new Promise((resolve, reject) => {
      worker.once('message', ({ arrayTypes }: Opened) => {
        this.#arrayTypes = arrayTypes
        this.#open = worker
        worker.on('message', (answer: Answer | Broken) => {
          if ('bytes' in answer) this.#takeWaiting()?.resolve(answer)
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

  #lose(worker: Worker, code: string, message: string): void {
    if (this.#open !== worker) return
    this.#open = null
    this.#worker = null
    this.#ending = worker.terminate()
    this.onLost()
    this.#takeWaiting()?.reject(databaseRefusal(code, message))
  }

  #takeWaiting(): PromiseWithResolvers<Answer> | null {
    const waiting = this.#waiting
    this.#waiting = null
    return waiting
  }
}
