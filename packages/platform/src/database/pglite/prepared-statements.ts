import { type messages, protocol } from '@electric-sql/pglite'

const { serialize } = protocol

/**
 * After this many uses PostgreSQL tries a generic plan (`choose_custom_plan`), which cannot use
 * partial indexes with parameters.
 */
const maxUses = 5

type PreparedEntry = {
  name: string
  uses: number
  anyPlan: boolean
  isThere: boolean
  answer: Described | null
}

/** The row description of a statement. */
export type Described = messages.BackendMessage

/**
 * The prepared statements of a connection, least recently used first out. Each is prepared anew
 * before PostgreSQL would use a generic plan, unless that is allowed.
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

  /** Saves the row description of a statement. */
  describe(text: string, answer: Described): void {
    const kept = this.#kept.get(text)
    if (kept) kept.answer = answer
  }

  /** Closes a statement and prepares it anew, as after an error. */
  forget(text: string): void {
    const kept = this.#kept.get(text)
    if (!kept) return
    this.#kept.delete(text)
    this.#closing.push(kept.name)
  }

  forgetAll(): void {
    for (const text of [...this.#kept.keys()]) this.forget(text)
  }

  /** Moves it to the end of the order. */
  #keep(text: string, kept: PreparedEntry): void {
    this.#kept.delete(text)
    this.#kept.set(text, kept)
  }
}
