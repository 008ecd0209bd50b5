// biome-ignore-all lint/a11y/noRedundantRoles: a browser forgets what a table's parts are once their `display` is another
import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

export type Column<Row> = {
  id: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** True for numbers, which are right-aligned. */
  isNumber?: boolean
  /** Names the row: read out before its other cells, and the title of its card. */
  isName?: boolean
  /** On a card, the value has its own lines below the label. */
  isWide?: boolean
  /** The way the column is sorted now, if it can be. */
  sorted?: 'ascending' | 'descending' | 'none'
}

type DeskTableProps<Row> = {
  /** The caption, which may be visually hidden. */
  caption: string
  isCaptionSeen?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** On a card, two short values share a line. */
  isDense?: boolean
}

/**
 * A table. On a phone each row is a card that names every figure in it; to a screen reader it stays
 * a table, which is why the roles are written out: a browser forgets them with `display`.
 */
export function DeskTable<Row>(props: DeskTableProps<Row>) {
  const { caption, isCaptionSeen, columns, rows, rowKey, isDense = false } = props
  return (
    // With large fonts a phone has no room for two columns.
    <div className="@container">
      <table role="table" className="w-full border-collapse text-label max-md:block">
        <caption className={isCaptionSeen ? 'headline pb-2 text-left text-lg max-md:block' : 'sr-only'}>
          {caption}
        </caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            {columns.map(({ id, head, isNumber, sorted }) => (
              <th
                key={id}
                role="columnheader"
                scope="col"
                aria-sort={sorted}
                className={cn(
                  'border-b border-line-strong px-2.5 py-2 align-bottom font-medium text-ink-soft first:pl-0 last:pr-0',
                  isNumber ? 'text-right' : 'text-left',
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:grid max-md:grid-cols-1 max-md:gap-3">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className={cn(
                'hover:bg-mist/60 max-md:grid max-md:grid-cols-1 max-md:gap-1.5 max-md:rounded-card max-md:border max-md:border-line max-md:bg-card max-md:p-4',
                isDense && 'max-md:@min-[24rem]:grid-cols-2 max-md:gap-x-6',
              )}
            >
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cellStyle = 'border-b border-line px-2.5 py-2 align-top first:pl-0 last:pr-0 max-md:border-0 max-md:p-0'

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { head, cell, isNumber, isName, isWide } = column
  if (isName) {
    return (
      <th
        role="rowheader"
        scope="row"
        className={cn(
          cellStyle,
          'col-span-full text-left font-medium max-md:block max-md:text-base max-md:wrap-anywhere',
        )}
      >
        {cell(row)}
      </th>
    )
  }
  const content = cell(row)
  // A card is shorter for what it does not say.
  const isEmpty = content === null
  return (
    <td
      role="cell"
      className={cn(
        cellStyle,
        'max-md:flex max-md:gap-x-4',
        isWide
          ? 'max-md:flex-col max-md:gap-y-1'
          : 'max-md:items-baseline max-md:justify-between max-md:@max-[18rem]:flex-col',
        isNumber && 'text-right tabular-nums',
        isEmpty && 'max-md:hidden',
      )}
    >
      {/* A card says what its table's head would have. */}
      <span aria-hidden="true" className="text-left text-ink-soft md:hidden">
        {head}
      </span>
      {/* A figure is never broken: what it is called gives way. */}
      <span
        className={cn(
          !isWide && 'max-md:@min-[18rem]:text-right',
          'max-md:@max-[18rem]:text-left',
          isNumber ? 'shrink-0' : 'min-w-0',
        )}
      >
        {isEmpty ? '—' : content}
      </span>
    </td>
  )
}
