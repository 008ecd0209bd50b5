import { useState } from 'react'
import { type Actor, nameOf } from '../actor/actor.ts'
import { askAs } from '../api/services.ts'
import { Empty, Failure } from '../parts/notice.tsx'
import { Pager } from '../parts/pager.tsx'
import { useAsked } from '../parts/use-asked.ts'
import { FilterBar } from './filter-bar.tsx'
import { type Outcome, OutcomeNotice } from './outcome.tsx'
import { RowDialog } from './row-dialog.tsx'
import { RowGrid } from './row-grid.tsx'
import { type Filter, type Order, toQuery, totalOf } from './row-query.ts'
import type { Row, Table } from './table-types.ts'

const pageSize = 50
/** To count the rows of a table beyond this would take longer than to show a page of them. */
const countedBytes = 8_000_000

/** The rows that an actor may see, and what came of writing some. */
export function RowsTab({ actor, table }: { actor: Actor; table: Table }) {
  const [filters, setFilters] = useState<readonly Filter[]>([])
  const [order, setOrder] = useState<Order | null>(null)
  const [offset, setOffset] = useState(0)
  const [open, setOpen] = useState<Row | 'new' | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  // Where a role may read some columns alone, those are asked for: for all of them it would be refused.
  const readable = table.columns.filter(({ grants }) => grants[actor.role].includes('select'))
  const columns = readable.length > 0 ? readable : table.columns
  const hidden = table.columns.length - columns.length
  const isEstimated = table.bytes === null || table.bytes > countedBytes
  const names = columns.map(({ name }) => name)
  const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => name)
  const query = toQuery({ columns: names, filters, order, limit: pageSize, offset }, keys)
  const path = `rest/v1/${encodeURIComponent(table.name)}`
  const profile = { 'accept-profile': table.schema, prefer: `count=${isEstimated ? 'planned' : 'exact'}` }
  const [rows, reload] = useAsked(query, async () => {
    const { body, headers } = await askAs<Row[]>(actor, 'GET', `${path}?${query}`, { headers: profile })
    return { rows: body, total: totalOf(headers.get('content-range')) }
  })

  function restart(change: () => void) {
    change()
    setOffset(0)
    setOutcome(null)
  }

  return (
    <>
      <FilterBar columns={columns} onChange={(next) => restart(() => setFilters(next))} />
      <div className="toolbar">
        <button type="button" onClick={() => setOpen('new')}>
          Insert a row
        </button>
        <button type="button" onClick={reload}>
          Reload
        </button>
        {hidden > 0 && (
          <span className="quiet">
            {hidden} {hidden === 1 ? 'column' : 'columns'} without a grant for {actor.role}
          </span>
        )}
        {rows.value && (
          <Pager
            offset={offset}
            shown={rows.value.rows.length}
            size={pageSize}
            total={rows.value.total}
            isEstimated={isEstimated}
            onOffset={setOffset}
          />
        )}
      </div>
      {outcome && <OutcomeNotice outcome={outcome} />}
      {rows.status === 'failed' && (
        <Failure error={rows.error}>
          <p className="quiet">{nameOf(actor)} is shown no row of this table.</p>
        </Failure>
      )}
      {rows.status === 'loading' && rows.value === null && <p className="loading">Reading rows…</p>}
      {rows.value && rows.value.rows.length === 0 && (
        <Empty title={`No rows for ${nameOf(actor)}`}>
          <p>{filters.length > 0 ? 'None matches the filters.' : whyEmpty(table, actor)}</p>
        </Empty>
      )}
      {rows.value && rows.value.rows.length > 0 && (
        <RowGrid
          columns={columns}
          rows={rows.value.rows}
          firstNumber={offset + 1}
          order={order}
          isStale={rows.status === 'loading'}
          onOrder={(next) => restart(() => setOrder(next))}
          onOpen={setOpen}
        />
      )}
      {open && (
        <RowDialog
          actor={actor}
          table={table}
          row={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onDone={(done) => {
            setOpen(null)
            setOutcome(done)
            reload()
          }}
        />
      )}
    </>
  )
}

function whyEmpty(table: Table, actor: Actor): string {
  if (actor.role === 'service_role') return 'The table is empty.'
  return table.rowSecurity
    ? 'The table is empty, or its policies show this role none of its rows. As service_role you see them all.'
    : 'The table is empty.'
}
