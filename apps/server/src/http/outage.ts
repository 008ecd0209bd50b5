import { isDatabaseAwayCode } from '@app/platform/http/postgres-error'

/** An outage ends after this time without failures. */
const recoveryQuietMs = 5_000
const pingIntervalMs = 1_000

/** The levels of the log, as its library counts them. */
const warnLevel = 40
const errorLevel = 50

type OutageWatch = { ping: () => Promise<void>; info: (facts: object, message: string) => void }

/** Logs an outage of the database once: one line at its start, and one at its end. */
export class Outage {
  #watch: OutageWatch | null = null
  #beganAt: number | null = null
  #lastAt = 0
  #failures = 0
  #timer: NodeJS.Timeout | null = null

  /** Sets the ping that ends an outage, and the log. */
  watch(watch: OutageWatch): void {
    this.#watch = watch
  }

  /**
   * Decides on a line that is about to be logged. One about a job that is given up is always
   * logged.
   */
  judge(facts: unknown, level: number): 'logged' | 'begins' | 'left_out' {
    if (level < warnLevel || !isDatabaseAway(facts)) return 'logged'
    if (level >= errorLevel && 'job' in facts) return 'logged'
    this.#lastAt = performance.now()
    this.#failures += 1
    if (this.#beganAt !== null) return 'left_out'
    this.#beganAt = this.#lastAt
    this.#timer = setInterval(() => void this.#look(), pingIntervalMs).unref()
    return 'begins'
  }

  /** Stops the pings. */
  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  async #look(): Promise<void> {
    const watch = this.#watch
    const answers = await watch?.ping().then(
      () => true,
      () => false,
    )
    if (!watch || !answers || this.#beganAt === null || performance.now() - this.#lastAt < recoveryQuietMs)
      return
    const seconds = Math.round((this.#lastAt - this.#beganAt) / 1000)
    const failures = this.#failures
    this.stop()
    this.#beganAt = null
    this.#failures = 0
    watch.info({ seconds, failures }, 'the database answers again')
  }
}

/** Accepts an error, or logged facts with one. */
function isDatabaseAway(facts: unknown): facts is object {
  if (typeof facts !== 'object' || facts === null) return false
  const { error, err = error } = facts as { error?: unknown; err?: unknown }
  return typeof err === 'object' && err !== null && 'code' in err && isDatabaseAwayCode(err.code)
}
