import { Scroller } from '../parts/scroller.tsx'
import type { Order } from './row-query.ts'
import type { Column, Row } from './table-types.ts'

/** More of a value than this is seen in its row alone. */
const shownChars = 200

type RowGridProps = {
  columns: readonly Column[]
  rows: readonly Row[]
  firstNumber: number
  order: Order | null
  isStale: boolean
  onOrder: (order: Order | null) => void
  onOpen: (row: Row) => void
}

/** A page of rows. A heading orders by its column, a number opens its row. */
export function RowGrid({ columns, rows, firstNumber, order, isStale, onOrder, onOpen }: RowGridProps) {
  return (
    <Scroller name="Rows" isStale={isStale}>
      <table className="grid">
        <thead>
          <tr>
            <th scope="col" className="number corner">
              #
            </th>
            {columns.map((column) => (
              <Heading key={column.name} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is replaced whole, and not every table has a key.
            <tr key={at}>
              <th scope="row">
                <button type="button" aria-label={`Open row ${firstNumber + at}`} onClick={() => onOpen(row)}>
                  {firstNumber + at}
                </button>
              </th>
              {columns.map(({ name, type }) => (
                <Cell key={name} value={row[name] ?? null} type={type} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

type HeadingProps = { column: Column; order: Order | null; onOrder: (order: Order | null) => void }

function Heading({ column: { name, type, isKey }, order, onOrder }: HeadingProps) {
  const isOn = order?.column === name
  const sorted = isOn ? (order.isDescending ? 'descending' : 'ascending') : 'none'
  const next = !isOn
    ? { column: name, isDescending: false }
    : order.isDescending
      ? null
      : { ...order, isDescending: true }
  return (
    <th scope="col" aria-sort={sorted} className={numeric.test(type) ? 'number' : undefined}>
      <button type="button" onClick={() => onOrder(next)}>
        <span>
          {name}
          {isKey && <span className="key"> key</span>}
          {isOn && <span aria-hidden="true">{order.isDescending ? ' ↓' : ' ↑'}</span>}
        </span>
        <span className="type">{type}</span>
      </button>
    </th>
  )
}

const numeric = /^(?:smallint|integer|bigint|numeric|real|double)/

function Cell({ value, type }: { value: string | null; type: string }) {
  if (value === null) return <td className="null">NULL</td>
  const shown = value.length > shownChars ? `${value.slice(0, shownChars)}…` : value
  return <td className={numeric.test(type) ? 'number' : undefined}>{shown}</td>
}
