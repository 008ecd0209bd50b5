import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import type { Duplex, Readable } from 'node:stream'
import type { FunctionSettings } from '../../settings.ts'
import { RelayError } from '../relay-error.ts'
import type { WorkerNews } from '../worker/worker-main.ts'
import { type FunctionLog, logLines } from './log-lines.ts'
import { readUsage } from './read-usage.ts'

export type WorkerOptions = {
  /** The folder of all functions, free of symbolic links. */
  folder: string
  name: string
  environment: Readonly<Record<string, string>>
  settings: FunctionSettings
  log: FunctionLog
  /** Called whenever it may be able to take a call, or is there no more. */
  onChange: () => void
}

type Call = { stream: ClientHttp2Stream; begun: boolean; cpuMs: number; failure: RelayError | null }

const workerMain = join(import.meta.dirname, '../worker/worker-main.ts')
const lookEveryMs = 100
/** Who has not answered for so long gets no new call, and may still be only waiting for a processor. */
const silentMs = 300

/** One process for one function. Nothing of this process is in it: no variable, no file but what functions import, no way out but the network. */
export class FunctionWorker {
  readonly name: string
  /** Settles when it can take calls; rejects with BOOT_ERROR or WORKER_LIMIT when it never will. */
  readonly ready: Promise<void>
  /** Calls that hold a place, and what goes on after answers. */
  taken = 0
  lastUsedAt = performance.now()
  isGone = false
  /** Why it never became ready. */
  bootFailure: RelayError | null = null
  readonly #child: ChildProcess
  readonly #options: WorkerOptions
  readonly #calls = new Set<Call>()
  readonly #looking: NodeJS.Timeout
  #session: ClientHttp2Session | null = null
  #tasks = 0
  #oldestTaskAt = 0
  /** A call was there since the last look, and what was used since is its own. */
  #wasCalled = false
  #uncalledMs = 0
  #lookedAt = performance.now()
  #isSpent = false
  #asked: { at: number; cpuMs: number | null } | null = null
  #cpuMs = 0

  constructor(options: WorkerOptions) {
    this.name = options.name
    this.#options = options
    this.#child = start(options)
    // Its end is told by its exit; that of the pipe says nothing besides.
    for (const pipe of this.#child.stdio) pipe?.on('error', () => {})
    logLines(this.#child.stdout as Readable, (line) => options.log.info({ function: this.name }, line))
    logLines(this.#child.stderr as Readable, (line) => options.log.warn({ function: this.name }, line))
    this.ready = this.#boot()
    this.ready.catch(() => {})
    this.#looking = setInterval(() => this.#look(), lookEveryMs).unref()
  }

  /** Whether another call may be given to it. */
  get isOpen(): boolean {
    if (this.isGone || this.#isSpent || this.taken >= this.#options.settings.callsPerWorker) return false
    return this.#asked === null || performance.now() - this.#asked.at < silentMs
  }

  get isIdle(): boolean {
    return this.taken === 0 && this.#tasks === 0
  }

  /**
   * Offers it a call; null when it did not begin with it, so that another may. The stream that is answered carries the request's body
   * up and the answer down; it fails with what the relay has to say when the worker does not finish.
   */
  async begin(headers: OutgoingHttpHeaders): Promise<ClientHttp2Stream | null> {
    await this.ready
    const { wallMs } = this.#options.settings
    if (this.#session === null || this.#session.closed || this.#session.destroyed) return null
    const stream = this.#session.request(headers, { endStream: false })
    const call: Call = { stream, begun: false, cpuMs: 0, failure: null }
    const limit = setTimeout(() => this.#fail(call, 'it took too long'), wallMs)
    this.#calls.add(call)
    stream.on('error', () => {})
    stream.once('close', () => {
      clearTimeout(limit)
      this.#calls.delete(call)
      this.#wasCalled = true
      this.#retireIfSpent()
    })
    call.begun = await new Promise<boolean>((tell) => {
      stream.once('continue', () => tell(true))
      stream.once('close', () => tell(false))
    })
    if (!call.begun) {
      if (call.failure) throw call.failure
      return null
    }
    stream.write('!')
    return stream
  }

  /** Gives back the place of a call. */
  release(): void {
    this.taken -= 1
    this.lastUsedAt = performance.now()
    this.#retireIfSpent()
    this.#options.onChange()
  }

  /** Takes no more calls, and ends with the last that it has. */
  retire(): void {
    this.#isSpent = true
    this.#retireIfSpent()
  }

  /** Ends it at once. Calls under way fail for the reason given. */
  end(failure = new RelayError('WORKER_ERROR')): void {
    if (this.isGone) return
    this.isGone = true
    clearInterval(this.#looking)
    this.#child.kill('SIGKILL')
    // What it had not begun with may be given to another.
    for (const { stream, begun } of this.#calls) stream.destroy(begun ? failure : undefined)
    this.#session?.destroy()
    this.#options.onChange()
  }

  async #boot(): Promise<void> {
    const child = this.#child
    const { bootMs } = this.#options.settings
    const news = await new Promise<WorkerNews | RelayError>((tell) => {
      const late = setTimeout(() => tell(new RelayError('WORKER_LIMIT', 'it took too long to load')), bootMs)
      child.once('error', (error) => tell(new RelayError('BOOT_ERROR', error)))
      child.once('exit', (code, signal) => {
        clearTimeout(late)
        tell(new RelayError('BOOT_ERROR', `it ended by ${signal ?? code}`))
        // Out of memory, as a rule: V8 ends a process whose heap is full.
        this.end(
          new RelayError(
            signal === 'SIGABRT' ? 'WORKER_LIMIT' : 'WORKER_ERROR',
            `it ended by ${signal ?? code}`,
          ),
        )
      })
      child.on('message', (told: WorkerNews) => {
        clearTimeout(late)
        tell(told)
        this.#hear(told)
      })
    })
    if (news instanceof RelayError || news.told === 'failed') {
      const failure = news instanceof RelayError ? news : new RelayError('BOOT_ERROR', news.error)
      this.bootFailure = failure
      this.end(failure)
      throw failure
    }
    this.#session = connect('http://function', { createConnection: () => child.stdio[3] as Duplex })
    this.#session.on('error', () => this.end())
    this.#session.unref()
  }

  #hear(news: WorkerNews): void {
    if (news.told === 'spent') this.retire()
    if (news.told === 'busy') {
      this.#tasks = news.tasks
      this.#oldestTaskAt = performance.now() - news.oldestMs
      this.#retireIfSpent()
    }
  }

  #retireIfSpent(): void {
    if (this.#isSpent && this.isIdle && this.#calls.size === 0) this.end()
  }

  /** Sees to it that none takes more than it may, in a call or out of one. */
  #look(): void {
    const { settings } = this.#options
    const usage = readUsage(this.#child.pid ?? 0)
    const now = performance.now()
    if (usage && usage.memoryMb > settings.memoryMb) {
      this.#endByLimit('it took too much memory')
      return
    }
    const silence = this.#asked
    if (silence && !this.#isBooting) {
      const spentMs = usage && silence.cpuMs !== null ? usage.cpuMs - silence.cpuMs : now - silence.at
      if (spentMs > settings.cpuMs) {
        this.#endByLimit('it took too much of the processor')
        return
      }
      if (now - silence.at >= silentMs) this.#takeBackOffers()
    }
    if (usage) this.#share(usage.cpuMs - this.#cpuMs, now - this.#lookedAt)
    if (this.isGone) return
    this.#cpuMs = usage?.cpuMs ?? 0
    this.#lookedAt = now
    this.#ask(now, usage?.cpuMs ?? null)
    if (this.#tasks > 0 && now - this.#oldestTaskAt > settings.wallMs) {
      // Calls that are there finish in their own time; none is added, and the work ends with them.
      this.#isSpent = true
      if (this.taken === 0 && this.#calls.size === 0) this.end()
    }
    const idleMs = this.#tasks > 0 ? settings.wallMs : settings.idleMs
    if (this.taken === 0 && now - this.lastUsedAt > idleMs) this.end()
  }

  get #isBooting(): boolean {
    return this.#session === null
  }

  #ask(now: number, cpuMs: number | null): void {
    if (this.#asked !== null || this.#session === null || this.#session.destroyed) return
    const asked = { at: now, cpuMs }
    this.#asked = asked
    this.#session.ping((error) => {
      if (error || this.#asked !== asked) return
      this.#asked = null
      if (performance.now() - asked.at >= silentMs) this.#options.onChange()
    })
  }

  /** What was used since the last look is shared alike by those that were there; without any it is the function's own. */
  #share(cpuMs: number, elapsedMs: number): void {
    const begun = [...this.#calls].filter((call) => call.begun)
    if (begun.length === 0 && !this.#wasCalled && !this.#isBooting) this.#countUncalled(cpuMs, elapsedMs)
    this.#wasCalled = begun.length > 0
    for (const call of begun) {
      call.cpuMs += cpuMs / begun.length
      if (call.cpuMs > this.#options.settings.cpuMs) this.#fail(call, 'it took too much of the processor')
    }
  }

  /** Forgiven as slowly as a call would spend it that lasts as long as one may: what a process needs to stay is far less. */
  #countUncalled(cpuMs: number, elapsedMs: number): void {
    const { settings, log } = this.#options
    const forgivenMs = (elapsedMs * settings.cpuMs) / settings.wallMs
    this.#uncalledMs = Math.max(0, this.#uncalledMs + cpuMs - forgivenMs)
    if (this.#uncalledMs <= settings.cpuMs) return
    log.warn({ function: this.name }, 'It took too much of the processor after its answers.')
    this.#endByLimit('it took too much of the processor')
  }

  #fail(call: Call, reason: string): void {
    call.failure = new RelayError('WORKER_LIMIT', reason)
    // Nobody can say what else it is at.
    this.#isSpent = true
    call.stream.destroy(call.failure)
  }

  #takeBackOffers(): void {
    for (const { stream, begun } of this.#calls) if (!begun) stream.close(8)
  }

  #endByLimit(reason: string): void {
    this.end(new RelayError('WORKER_LIMIT', reason))
  }
}

function start({ folder, name, environment, settings }: WorkerOptions): ChildProcess {
  const entry = join(folder, name, 'index.ts')
  const child = spawn(
    process.execPath,
    [...permissions(folder), `--max-old-space-size=${settings.memoryMb}`, workerMain, entry],
    {
      cwd: dirname(entry),
      env: { TZ: 'UTC', ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'ipc'],
    },
  )
  if (child.pid !== undefined) giveWay(child.pid)
  child.unref()
  return child
}

/** It may read what functions are made of, and nothing else; no process, no thread and no machine code of its own. */
function permissions(folder: string): string[] {
  const readable = [
    folder,
    dirname(workerMain),
    ...above(folder).map((parent) => join(parent, 'node_modules')),
  ]
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    // Later versions of Node ask for this, too.
    ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
  ]
}

function above(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...above(parent)]
}

/** The server goes first when processors are few, and stays when memory is. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, 5)
  } catch {
    // It has ended already, or the system lets nobody.
  }
  writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => {})
}
