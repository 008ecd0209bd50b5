import { protocol } from '@electric-sql/pglite'

const { serialize } = protocol

/** The statements that a connection keeps prepared: at most so many, those used longest ago closed first. */
export class PreparedStatements {
  readonly #most: number
  readonly #names = new Map<string, string>()
  #closing: string[] = []
  #made = 0

  constructor(most: number) {
    this.#most = most
  }

  /** The name of the statement, and what to send before it is bound. */
  prepare(text: string, types: number[] = []): { name: string; messages: Uint8Array[] } {
    const messages = this.#closing.map((name) => serialize.close({ type: 'S', name }))
    this.#closing = []
    const kept = this.#names.get(text)
    if (kept !== undefined) {
      this.#names.delete(text)
      this.#names.set(text, kept)
      return { name: kept, messages }
    }
    const name = `kept${this.#made++}`
    this.#names.set(text, name)
    const [oldest] = this.#names.keys()
    if (this.#names.size > this.#most && oldest !== undefined) this.forget(oldest)
    return { name, messages: [...messages, serialize.parse({ name, text, types })] }
  }

  /** Has the statement closed and prepared anew, as after an error that may have struck before it was prepared. */
  forget(text: string): void {
    const name = this.#names.get(text)
    if (name === undefined) return
    this.#names.delete(text)
    this.#closing.push(name)
  }

  forgetAll(): void {
    for (const text of [...this.#names.keys()]) this.forget(text)
  }
}
