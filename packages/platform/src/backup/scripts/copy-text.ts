import { ScriptRefused } from './script-refused.ts'

const escapes: Readonly<Record<string, string>> = {
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  '\\': '\\',
}

/** The values of a row in COPY's text format; null where it has `\N`. https://www.postgresql.org/docs/current/sql-copy.html */
export function readCopyRow(row: string, line: number): (string | null)[] {
  return row.split('\t').map((field) => {
    if (field === '\\N') return null
    if (!field.includes('\\')) return field
    return field.replace(/\\([\s\S]?)/g, (_, char: string) => {
      // pg_dump writes no bytes by their number.
      if (/[0-7x]/.test(char)) throw new ScriptRefused(line, `rows with the escape \\${char} are not read`)
      return escapes[char] ?? char
    })
  })
}
