import { protocol } from '@electric-sql/pglite'

const { serialize } = protocol

/**
 * So often PostgreSQL makes a plan of a prepared statement for the values at hand (`choose_custom_plan`). Then it tries one for
 * any values, which cannot use a partial index whose condition is among the parameters, and refuses such an ON CONFLICT.
 */
const mostUses = 5

type Kept = { name: string; uses: number }

/**
 * The statements that a connection keeps prepared: at most so many, those used longest ago closed first. Each is prepared anew
 * before a plan for any values would be made of it.
 */
export class PreparedStatements {
  readonly #most: number
  readonly #kept = new Map<string, Kept>()
  #closing: string[] = []
  #made = 0

  constructor(most: number) {
    this.#most = most
  }

  /** The name of the statement, and what to send before it is bound. */
  prepare(text: string, types: number[] = []): { name: string; messages: Uint8Array[] } {
    const found = this.#kept.get(text)
    if (found && found.uses >= mostUses) this.forget(text)
    const messages = this.#closing.map((name) => serialize.close({ type: 'S', name }))
    this.#closing = []
    const kept = this.#kept.get(text)
    if (kept) {
      this.#keep(text, { ...kept, uses: kept.uses + 1 })
      return { name: kept.name, messages }
    }
    const name = `kept${this.#made++}`
    this.#keep(text, { name, uses: 1 })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#most && oldest !== undefined) this.forget(oldest)
    return { name, messages: [...messages, serialize.parse({ name, text, types })] }
  }

  /** Has the statement closed and prepared anew, as after an error that may have struck before it was prepared. */
  forget(text: string): void {
    const kept = this.#kept.get(text)
    if (!kept) return
    this.#kept.delete(text)
    this.#closing.push(kept.name)
  }

  forgetAll(): void {
    for (const text of [...this.#kept.keys()]) this.forget(text)
  }

  /** Last in line, as used last. */
  #keep(text: string, kept: Kept): void {
    this.#kept.delete(text)
    this.#kept.set(text, kept)
  }
}
