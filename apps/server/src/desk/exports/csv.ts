import { csvCell } from '@app/domain/desk/csv'
import { almatyMinute } from '@app/domain/time/almaty'
import type { Cell, Table } from './table.ts'

/** A table as CSV that Excel opens in Russia and Kazakhstan by a press: UTF-8 with its mark, `;`, a comma in fractions. */
export async function* writeCsv({ head, batches }: Table): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${line(head)}`)
  for await (const rows of batches) yield Buffer.from(rows.map(line).join(''))
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(toText).join(';')}\r\n`
}

/** Numbers are ours, so a minus is no formula. «2026-11-22 15:04» is a time to spreadsheets whatever they are set to. */
function toText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  return csvCell(cell instanceof Date ? almatyMinute(cell).replace('T', ' ') : cell)
}
