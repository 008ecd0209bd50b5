const separators = [';', ',', '\t'] as const

/** Cells beyond this are ignored, because no table is so wide. */
const maxCells = 200

/**
 * Parses a table: cells are separated by `;`, `,` or tabs, and quoted where needed. The separator is the most frequent of the first line that has one. Empty lines
 * become rows without cells.
 */
export function* csvRows(text: string): Generator<string[]> {
  const source = text.replace(/^\ufeff/, '')
  const separator = detectSeparator(source)
  const signs = new RegExp(`[${separator}\n"]`, 'g')
  let row: string[] = []
  let cell = ''
  let isBlank = true
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
    isBlank = true
  }
  const endRow = () => {
    endCell()
    const ended = row.some((each) => each !== '') ? row : []
    row = []
    return ended
  }
  for (let at = 0; at < source.length; ) {
    signs.lastIndex = at
    const found = signs.exec(source)?.index ?? source.length
    const plain = source.slice(at, found)
    cell += plain
    isBlank &&= plain.trim() === ''
    at = found + 1
    const sign = source[found]
    if (sign === '"' && isBlank) {
      const end = endOfQuotes(source, at)
      cell = source.slice(at, end).replaceAll('""', '"')
      isBlank = false
      at = end + 1
    } else if (sign === '"') cell += sign
    else if (sign === '\n') yield endRow()
    else if (sign === separator) {
      endCell()
      if (row.length === maxCells) at = endOfLine(source, at)
    }
  }
  yield endRow()
}

function endOfLine(source: string, from: number): number {
  const at = source.indexOf('\n', from)
  return at < 0 ? source.length : at
}

/** Returns the index of the closing quote, the first that is not doubled. */
function endOfQuotes(source: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = source.indexOf('"', at)
    if (at < 0) return source.length
    if (source[at + 1] !== '"') return at
  }
}

/** A title may stand above the names of columns. */
const firstLinesLength = 10_000

function detectSeparator(source: string): string {
  const lines = source.slice(0, firstLinesLength).split('\n')
  const firstLine = lines.find((line) => separators.some((separator) => line.includes(separator))) ?? ''
  const count = (separator: string) => firstLine.split(separator).length
  return [...separators].sort((a, b) => count(b) - count(a))[0] ?? ';'
}

/**
 * Quotes a cell for spreadsheets. An apostrophe precedes what a spreadsheet would run as a formula,
 * such as a name `=HYPERLINK(…)`, and long numbers, which would lose digits.
 */
export function csvCell(value: string): string {
  const safe = value
    .replace(/^(?=[\t\r]|\s*0\d+\s*$|(?:[\s.,]*\d){11}[\d\s.,]*$)/, "'")
    .replace(/(^|[,;\t\r\n])(?=[ \u00a0"]*[=+\-@＝＋－＠])/g, "$1'")
  return `"${safe.replaceAll('"', '""')}"`
}
