import { OpenStatement } from './open-statement.ts'
import { ScriptRefused } from './script-refused.ts'

/** `head` is all of an INSERT down to its VALUES, when nothing but rows follows. */
export type Statement = { kind: 'statement'; line: number; text: string; head: string | null }

/** A piece of a script of SQL, with the line it begins in. */
export type Piece =
  | Statement
  /** `COPY ... FROM stdin`; what it is to copy follows. */
  | { kind: 'copy'; line: number; text: string }
  /** Rows of that COPY as they stand there. */
  | { kind: 'rows'; line: number; rows: string[] }
  /** A command to psql, with its backslash. */
  | { kind: 'command'; line: number; text: string }

/** An INSERT of more characters than this comes in several, so that a table does not have to be in memory whole. */
const longInsert = 262_144
const tokens =
  /--|\/\*|'|"|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[;(),\\]|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/g

/** Where the reader is: in SQL, inside of something in it, or among the rows of a COPY. */
type Place =
  | { in: 'sql' }
  | { in: 'quote'; mark: string; escapes: boolean }
  | { in: 'dollars'; tag: string }
  | { in: 'comment'; depth: number }
  | { in: 'rows' }

/**
 * Takes a script apart as psql does: quotes, dollar quotes, nested comments, bodies of functions in SQL, rows of COPY, and
 * psql's own commands. Strings are those of `standard_conforming_strings`. Left out are comments between statements, and those of
 * two dashes in them; others in a statement stay.
 */
export class ScriptReader {
  #line = 0
  #place: Place = { in: 'sql' }
  #rest = ''
  #statement = new OpenStatement()
  #dump: 'none' | 'begun' | 'complete' = 'none'

  /** The pieces that end in what has come. */
  read(chunk: string): Piece[] {
    const lines = (this.#rest + chunk).split('\n')
    this.#rest = lines.pop() ?? ''
    return this.#readLines(lines)
  }

  /** The last piece, which may lack its semicolon. Throws when the script is cut off. */
  end(): Piece[] {
    const pieces = this.#readLines(this.#rest === '' ? [] : [this.#rest])
    if (this.#place.in !== 'sql' || this.#dump === 'begun')
      throw new ScriptRefused(this.#line, 'the file ends before what it began')
    if (!this.#statement.isEmpty) pieces.push(this.#take())
    return pieces
  }

  #readLines(lines: readonly string[]): Piece[] {
    const pieces: Piece[] = []
    let rows: string[] | null = null
    for (const each of lines) {
      // Elsewhere it is white space, or stands in quotes, where it is part of the value.
      const line = this.#place.in === 'rows' && each.endsWith('\r') ? each.slice(0, -1) : each
      this.#line += 1
      if (this.#place.in !== 'rows') {
        rows = null
        this.#readSql(line, pieces)
      } else if (line === '\\.') this.#place = { in: 'sql' }
      else if (rows) rows.push(line)
      else {
        rows = [line]
        pieces.push({ kind: 'rows', line: this.#line, rows })
      }
    }
    return pieces
  }

  #readSql(line: string, pieces: Piece[]): void {
    let at = 0
    let from = 0
    const keepTo = (to: number) => {
      if (to > from) this.#statement.keep(line.slice(from, to))
      from = to
    }
    while (at < line.length) {
      if (this.#place.in !== 'sql') {
        at = this.#leave(this.#place, line, at)
        if (this.#statement.isEmpty) from = at
        continue
      }
      tokens.lastIndex = at
      const token = tokens.exec(line)
      const mark = token?.[0] ?? ''
      const begins = line.slice(at, token?.index).search(/\S/)
      if (begins >= 0 && this.#statement.isEmpty) from = this.#begin(at + begins)
      if (!token) break
      at = token.index + mark.length
      if (mark === '--') {
        this.#watch(line)
        if (!this.#statement.isEmpty) keepTo(token.index)
        from = line.length
        break
      }
      if (mark === '\\') {
        keepTo(token.index)
        const text = `${this.#statement.text} ${line.slice(token.index)}`.trim()
        pieces.push({ kind: 'command', line: this.#line, text })
        this.#statement = new OpenStatement()
        return
      }
      if (mark === '/*') this.#place = { in: 'comment', depth: 1 }
      else if (mark === ';' && (this.#statement.isEmpty || this.#statement.isAtTop)) {
        if (!this.#statement.isEmpty) {
          keepTo(token.index)
          pieces.push(this.#take())
        }
        from = at
        if ((this.#place as Place).in === 'rows') return
      } else if (mark === ',' && this.#isLong(at - from)) {
        keepTo(token.index)
        from = at
        const { line: begun, text, head } = this.#statement
        pieces.push({ kind: 'statement', line: begun, text, head })
        this.#statement.continueFrom(this.#line)
      } else {
        if (this.#statement.isEmpty) from = this.#begin(token.index)
        if (/^[^\W\d]|^[\u0080-\uffff]/.test(mark)) keepTo(at)
        this.#meet(mark, line[at])
      }
    }
    if (this.#statement.isEmpty) return
    keepTo(line.length)
    this.#statement.keep('\n')
  }

  /** Where a quote or a comment ends, or the line in it. */
  #leave(place: Exclude<Place, { in: 'sql' }>, line: string, at: number): number {
    if (place.in === 'rows') return line.length
    if (place.in === 'dollars') {
      const end = line.indexOf(place.tag, at)
      if (end >= 0) this.#place = { in: 'sql' }
      return end < 0 ? line.length : end + place.tag.length
    }
    if (place.in === 'comment') {
      const marks = /\/\*|\*\//g
      marks.lastIndex = at
      const found = marks.exec(line)
      if (!found) return line.length
      const depth = place.depth + (found[0] === '/*' ? 1 : -1)
      this.#place = depth === 0 ? { in: 'sql' } : { in: 'comment', depth }
      return found.index + 2
    }
    for (let next = at; next < line.length; next += 1) {
      const char = line[next]
      if (char === '\\' && place.escapes) next += 1
      else if (char === place.mark && line[next + 1] === place.mark) next += 1
      else if (char === place.mark) {
        this.#place = { in: 'sql' }
        return next + 1
      }
    }
    return line.length
  }

  #meet(mark: string, next: string | undefined): void {
    const statement = this.#statement
    if (mark === "'" || mark === '"')
      this.#place = { in: 'quote', mark, escapes: mark === "'" && statement.escapesNext }
    else if (mark.startsWith('$')) this.#place = { in: 'dollars', tag: mark }
    else if (mark === '(') statement.parentheses += 1
    else if (mark === ')') statement.parentheses -= 1
    else if (mark !== ',' && mark !== ';') statement.meet(mark.toLowerCase())
    statement.escapesNext = /^e$/i.test(mark) && next === "'"
  }

  #isLong(more: number): boolean {
    const { head, hasTail, parentheses, length } = this.#statement
    return head !== null && !hasTail && parentheses === 0 && length + more > longInsert
  }

  #begin(at: number): number {
    this.#statement.isEmpty = false
    this.#statement.line = this.#line
    return at
  }

  #take(): Piece {
    const { line, head, hasTail, isContinued, text } = this.#statement
    this.#statement = new OpenStatement()
    if (hasTail && isContinued)
      throw new ScriptRefused(line, 'an INSERT of so many rows cannot end in ON CONFLICT or RETURNING')
    if (!/^copy\b[\s\S]*\bfrom\s+stdin\b/i.test(text))
      return { kind: 'statement', line, text, head: hasTail ? null : head }
    this.#place = { in: 'rows' }
    return { kind: 'copy', line, text }
  }

  /** pg_dump says that it has begun, and that it is complete. */
  #watch(line: string): void {
    if (line.startsWith('-- PostgreSQL database dump complete')) this.#dump = 'complete'
    else if (line.startsWith('-- PostgreSQL database dump')) this.#dump = 'begun'
  }
}
