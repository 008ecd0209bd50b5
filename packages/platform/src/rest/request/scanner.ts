import { badQuery } from '../rest-errors.ts'

const word = /[^\s"'(),.:!\->]+(?:-(?!>)[^\s"'(),.:!\->]*)*/.source
const plainName = new RegExp(`${word}(?: +${word})*`)
const keyWord = /[^\s"(),.:\->]+(?:-(?!>)[^\s"(),.:\->]*)*/.source
const plainKey = new RegExp(`${keyWord}(?: +${keyWord})*`)

/** Reads PostgREST's little languages (select lists, logic trees, value lists) from left to right. */
export class Scanner {
  readonly #text: string
  readonly #what: string
  #at = 0

  constructor(text: string, what: string) {
    this.#text = text
    this.#what = what
  }

  get done(): boolean {
    return this.#at >= this.#text.length
  }

  /** Moves past `token` if it comes next. */
  accept(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false
    this.#at += token.length
    return true
  }

  /** Moves past `token`, or refuses the query. */
  expect(token: string): void {
    if (!this.accept(token)) throw this.error(`expecting "${token}"`)
  }

  /** Consumes a match of a sticky pattern and returns it. */
  match(pattern: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(pattern.source, pattern.dotAll ? 'yus' : 'yu')
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#text)
    if (found) this.#at = sticky.lastIndex
    return found
  }

  rest(): string {
    const rest = this.#text.slice(this.#at)
    this.#at = this.#text.length
    return rest
  }

  /** A name, plain, which may have spaces inside, or in double quotes. */
  name(): string {
    return this.#quotedOr(plainName)
  }

  /** The same of a key in JSON, which may have more signs in it. */
  key(): string {
    return this.#quotedOr(plainKey)
  }

  #quotedOr(pattern: RegExp): string {
    const quoted = this.quoted()
    if (quoted !== null) return quoted
    const plain = this.match(pattern)
    if (!plain) throw this.error('expecting field name (* or [a..z0..9_$])')
    return plain[0]
  }

  /** A text in double quotes, in which a backslash takes the next character as it is; null when no quote comes next. */
  quoted(): string | null {
    if (!this.accept('"')) return null
    const body = this.match(/((?:[^"\\]|\\.)*)"/s)
    if (!body) throw this.error('expecting a closing quote')
    return (body[1] ?? '').replace(/\\(.)/gs, '$1')
  }

  /** The same as one value of a list; a text that only begins with a quote is none. */
  quotedItem(): string | null {
    const found = this.match(/"((?:[^"\\]|\\.)*)"(?=\s*[,)}]|$)/su)
    return found ? (found[1] ?? '').replace(/\\(.)/gs, '$1') : null
  }

  /** The next character after the `past` ones that were as expected; empty at the end. */
  peek(past = 0): string {
    return this.#text.slice(this.#at + past, this.#at + past + 1)
  }

  error(expected: string, unexpected = `"${this.peek()}"`): Error {
    const next = this.done ? 'unexpected end of input' : `unexpected ${unexpected}`
    return badQuery(
      `"failed to parse ${this.#what} (${this.#text.slice(0, 200)})" (line 1, column ${this.#at + 1})`,
      `${next} ${expected}`,
    )
  }
}
