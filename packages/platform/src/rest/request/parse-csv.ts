import { badBody } from '../rest-errors.ts'

/** Reads CSV as RFC 4180 has it: the first line names the columns, `NULL` without quotes is null. Throws when lines differ. */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...lines] = parseLines(text)
  if (!header) throw badBody('Empty or invalid csv')
  return lines.map((line) => {
    if (line.length !== header.length) throw badBody('All lines must have same number of fields')
    return Object.fromEntries(
      header.map((name, i) => [
        name.text,
        line[i]?.text === 'NULL' && !line[i]?.quoted ? null : (line[i]?.text ?? ''),
      ]),
    )
  })
}

type Field = { text: string; quoted: boolean }

function parseLines(text: string): Field[][] {
  const lines: Field[][] = []
  let line: Field[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  while (field.lastIndex < text.length || line.length > 0) {
    const found = field.exec(text)
    if (!found) throw badBody('Empty or invalid csv')
    const [, quoted, plain = '', end] = found
    line.push(
      quoted === undefined
        ? { text: plain, quoted: false }
        : { text: quoted.replaceAll('""', '"'), quoted: true },
    )
    if (end === ',') continue
    lines.push(line)
    line = []
    if (end === '') break
  }
  return lines
}
