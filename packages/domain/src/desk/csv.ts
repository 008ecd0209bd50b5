const separators = [';', ',', '\t'] as const

/**
 * The rows of a table as text: cells parted by `;`, `,` or tabs, whichever its first line has most of, in quotes where they hold
 * such a sign, a quote or a line's end. Lines without anything are left out.
 */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\ufeff/, '')
  const separator = separatorOf(source)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((each) => each !== '')) rows.push(row)
    row = []
  }
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (sign === separator) endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  endRow()
  return rows
}

function separatorOf(source: string): string {
  const firstLine = source.split('\n', 1)[0] ?? ''
  const count = (separator: string) => firstLine.split(separator).length
  return separators.toSorted((a, b) => count(b) - count(a))[0] ?? ';'
}

/**
 * A cell of a table that is opened in a spreadsheet. What such a program would take for a formula begins with an apostrophe, since
 * people type names, and a name may be `=HYPERLINK(…)`.
 */
export function csvCell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
