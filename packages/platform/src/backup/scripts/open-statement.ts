/** A function may be called begin: only these two words together begin a body. */
const beginAtomic = /(?<![\w$.\u0080-\uffff])begin(?:\s|\/\*[\s\S]*?\*\/)+atomic$/i

/** A statement whose end has not come yet, and what of its words tells where that is. */
export class OpenStatement {
  line = 0
  isEmpty = true
  isContinued = false
  parentheses = 0
  /** The letter that lets the next string have escapes was just read. */
  escapesNext = false
  /** All of an INSERT down to its VALUES. */
  head: string | null = null
  /** Something follows the rows of that INSERT. */
  hasTail = false
  length = 0
  #parts: string[] = []
  #words: string[] = []
  #begun = 0

  get text(): string {
    return this.#parts.join('')
  }

  /** Whether a semicolon ends it: one in parentheses or in a body of SQL does not. */
  get isAtTop(): boolean {
    return this.parentheses <= 0 && this.#begun === 0
  }

  keep(text: string): void {
    this.#parts.push(text)
    this.length += text.length
  }

  /** Learns from a word outside of quotes. `BEGIN ATOMIC ... END` is a body, in which CASE has an END of its own. */
  meet(word: string): void {
    if (this.#words.length < 4) this.#words.push(word)
    if (this.parentheses > 0) return
    if (this.#words[0] === 'insert') {
      if (this.head !== null && (word === 'on' || word === 'returning')) this.hasTail = true
      if (this.head === null && word === 'values') this.head = this.text
    }
    if (!/^create (or replace )?(function|procedure)\b/.test(this.#words.join(' '))) return
    const begins = word === 'atomic' ? beginAtomic.test(this.text) : word === 'case' && this.#begun > 0
    if (begins) this.#begun += 1
    else if (word === 'end' && this.#begun > 0) this.#begun -= 1
  }

  /** Goes on with the next rows of the same INSERT. */
  continueFrom(line: number): void {
    this.line = line
    this.isContinued = true
    this.#parts = [this.head ?? '']
    this.length = this.head?.length ?? 0
  }
}
