import { type PassThrough, Readable } from 'node:stream'
import { almatyOffsetMs } from '@app/domain/time/almaty'
import { ZipFile } from 'yazl'
import type { Cell, Table } from './table.ts'

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** Cell styles: 0 plain, 1 header, 2 instant. */
const styles = `<styleSheet xmlns="${spreadsheet}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd.mm.yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** A table as a workbook of one sheet (ECMA-376): texts are texts, so that no cell is a formula; written as its rows come. */
export async function* writeXlsx(table: Table, sheetName: string): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const archive = zip.outputStream as PassThrough
  const sheet = Readable.from(writeSheet(table))
  sheet.on('error', (error) => archive.destroy(error))
  try {
    for (const [name, xml] of partsOf(sheetName))
      zip.addBuffer(Buffer.from(`${declaration}${xml}`), name, dated)
    zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', dated)
    zip.end()
    yield* archive
  } finally {
    sheet.destroy()
  }
}

/** A fixed date, the first that ZIP supports, because the file's creation time is irrelevant. */
const dated = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

const partsOf = (sheetName: string): [name: string, xml: string][] => [
  [
    '[Content_Types].xml',
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  ],
  ['xl/styles.xml', styles],
]

async function* writeSheet({ head, batches }: Table): AsyncGenerator<Buffer> {
  // Freezes the header row.
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  yield Buffer.from(
    `${declaration}<worksheet xmlns="${spreadsheet}">${view}<sheetFormatPr defaultColWidth="20"/><sheetData><row>${head.map((name) => text(name, 1)).join('')}</row>`,
  )
  for await (const rows of batches) {
    yield Buffer.from(rows.map((cells) => `<row>${cells.map(toXml).join('')}</row>`).join(''))
  }
  yield Buffer.from('</sheetData></worksheet>')
}

/** Days since the last of 1899, as spreadsheets count; 25569 is 1 January 1970. */
const firstDay = 25_569
const dayMs = 86_400_000

function toXml(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'string') return text(cell, 0)
  return `<c s="2"><v>${firstDay + (cell.getTime() + almatyOffsetMs) / dayMs}</v></c>`
}

/** The longest text that a cell may hold. */
const cellMaxLength = 32_767

function text(value: string, style: number): string {
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(value.slice(0, cellMaxLength))}</t></is></c>`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 cannot hold, and halves of letters
const unwritableCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

function escapeXml(value: string): string {
  return value
    .replace(unwritableCharacters, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
