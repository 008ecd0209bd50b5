const tag = /<(\/?)(?:[\w-]+:)?(row|c|v|t|rPh|si)(?=[\s/>])([^<>]*)>/g

/** A row that stands this far below the one before is a mark of the program that wrote the file, and nobody's. */
const maxGap = 10_000

/** Reads the rows of a workbook's sheet (ECMA-376) as texts: of a formula its last value, of a date its number. */
export function* sheetRows(xml: string, strings: readonly string[]): Generator<string[]> {
  let cells: string[] | null = null
  let written = 0
  let column = 0
  let type = ''
  let text = ''
  let from = -1
  for (const { index, 0: all, 1: close, 2: name, 3: attributes = '' } of xml.matchAll(tag)) {
    const isOpen = close === '' && !attributes.endsWith('/')
    if (name === 'row' && close === '') {
      const place = Number(attributeOf(attributes, 'r') ?? written + 1)
      if (place - written > maxGap) return
      for (; written + 1 < place; written += 1) yield []
      cells = []
      column = 0
    }
    if (name === 'c' && close === '') {
      column = columnOf(attributeOf(attributes, 'r')) ?? column + 1
      type = attributeOf(attributes, 't') ?? 'n'
      text = ''
    }
    if (name === 'v' || name === 't') {
      if (isOpen) from = index + all.length
      else if (close && from >= 0) {
        text += decodeXml(xml.slice(from, index))
        from = -1
      }
    }
    if (name === 'c' && close && cells && column <= maxColumns) {
      while (cells.length < column - 1) cells.push('')
      cells.push(type === 's' ? (strings[Number(text)] ?? '') : text)
    }
    if (name === 'row' && cells && !isOpen) {
      yield cells
      cells = null
      written += 1
    }
  }
}

/** Reads the texts that a workbook's sheets share. Readings of Japanese and Chinese letters are no part of a text. */
export function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let from = -1
  let isReading = false
  for (const { index, 0: all, 1: close, 2: name, 3: attributes = '' } of xml.matchAll(tag)) {
    if (name === 'si' && close === '') text = ''
    if (name === 'rPh') isReading = close === ''
    if (name === 't' && !isReading) {
      if (close === '' && !attributes.endsWith('/')) from = index + all.length
      else if (close && from >= 0) {
        text += decodeXml(xml.slice(from, index))
        from = -1
      }
    }
    if (name === 'si' && (close || attributes.endsWith('/'))) strings.push(text)
  }
  return strings
}

/** Returns the part of the first sheet that is not hidden, or null where the workbook does not say. */
export function firstSheetPart(workbook: string, relations: string): string | null {
  for (const [, attributes = ''] of workbook.matchAll(/<(?:\w+:)?sheet\s([^<>]*)>/g)) {
    if (/hidden/i.test(attributeOf(attributes, 'state') ?? '')) continue
    const id = attributeOf(attributes, '(?:\\w+:)?id')
    for (const [, relation = ''] of relations.matchAll(/<(?:\w+:)?Relationship\s([^<>]*)>/g)) {
      const target = attributeOf(relation, 'Target')
      if (attributeOf(relation, 'Id') === id && target)
        return target.startsWith('/') ? target.slice(1) : `xl/${target}`
    }
  }
  return null
}

const maxColumns = 200

/** `AB12` is column 28. */
function columnOf(reference: string | null): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) : null
}

function attributeOf(attributes: string, name: string): string | null {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? null
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeXml(text: string): string {
  return text
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (all, decimal, hex, name) => {
      if (name) return entities[name] ?? all
      const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replace(/_x000D_/g, '')
}
