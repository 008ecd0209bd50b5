import { type messages, protocol } from '@electric-sql/pglite'

const { serialize } = protocol

/**
 * So often PostgreSQL makes a plan of a prepared statement for the values at hand (`choose_custom_plan`). Then it tries one for
 * any values, which cannot use a partial index whose condition is among the parameters, and refuses such an ON CONFLICT.
 */
const maxUses = 5

type PreparedEntry = {
  name: string
  uses: number
  anyPlan: boolean
  isThere: boolean
  answer: Described | null
}

/** What a statement was said to answer with. It holds as long as that is kept: PostgreSQL refuses one whose answer would be another. */
export type Described = messages.BackendMessage

/**
 * The statements that a connection keeps prepared: at most so many, those used longest ago closed first. Each is prepared anew
 * before a plan for any values would be made of it, unless such a plan does.
 */
export class PreparedStatements {
  readonly #max: number
  readonly #kept = new Map<string, PreparedEntry>()
  #closing: string[] = []
  #made = 0

  constructor(max: number) {
    this.#max = max
  }

  /** The name of the statement, and what to send before it is bound. */
  prepare(
    text: string,
    { types = [], anyPlan = false }: { types?: number[]; anyPlan?: boolean } = {},
  ): { name: string; messages: Uint8Array[]; answer: Described | null } {
    const found = this.#kept.get(text)
    if (found && found.uses >= maxUses && !(anyPlan && found.anyPlan)) this.forget(text)
    const messages = this.#closing.map((name) => serialize.close({ type: 'S', name }))
    this.#closing = []
    const kept = this.#kept.get(text)
    if (kept) {
      kept.uses += 1
      this.#keep(text, kept)
      return { name: kept.name, messages, answer: kept.answer }
    }
    const name = `kept${this.#made++}`
    this.#keep(text, { name, uses: 1, anyPlan, isThere: false, answer: null })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#max && oldest !== undefined) this.forget(oldest)
    return { name, messages: [...messages, serialize.parse({ name, text, types })], answer: null }
  }

  /**
   * Returns true when the statement is certain to be there, and stays prepared however often it is
   * used.
   */
  isLasting(text: string): boolean {
    const kept = this.#kept.get(text)
    return kept?.isThere === true && kept.anyPlan
  }

  /** Remembers that the database has answered for a statement, so that it is there. */
  confirm(text: string): void {
    const kept = this.#kept.get(text)
    if (kept) kept.isThere = true
  }

  /** Remembers what a kept statement was said to answer with. */
  describe(text: string, answer: Described): void {
    const kept = this.#kept.get(text)
    if (kept) kept.answer = answer
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
  #keep(text: string, kept: PreparedEntry): void {
    this.#kept.delete(text)
    this.#kept.set(text, kept)
  }
}
