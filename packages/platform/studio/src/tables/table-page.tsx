import { useState } from 'react'
import { type Actor, keyOf } from '../actor/actor.ts'
import { ask } from '../api/ask.ts'
import { Failure } from '../parts/notice.tsx'
import { useAsked } from '../parts/use-asked.ts'
import { linkTo } from '../shell/use-route.ts'
import { ColumnsTab } from './columns-tab.tsx'
import { PoliciesTab } from './policies-tab.tsx'
import { RowsTab } from './rows-tab.tsx'
import type { Table } from './table-types.ts'

type Tab = 'Rows' | 'Columns' | 'Policies'

/** One table: its rows as somebody, its columns, its policies. */
export function TablePage({ actor, schema, name }: { actor: Actor; schema: string; name: string }) {
  const path = `tables/${encodeURIComponent(schema)}/${encodeURIComponent(name)}`
  const [table] = useAsked(path, async () => (await ask<Table>('GET', path)).body)
  const [tab, setTab] = useState<Tab>('Rows')
  return (
    <>
      <a className="back" href={linkTo('tables')}>
        ← All tables
      </a>
      <div className="title">
        <h1>{name}</h1>
        <div role="tablist" aria-label={name}>
          {(['Rows', 'Columns', 'Policies'] as const).map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              aria-selected={tab === one}
              onClick={() => setTab(one)}
            >
              {one}
              {one === 'Policies' && table.value ? ` ${table.value.policies.length}` : ''}
            </button>
          ))}
        </div>
      </div>
      {table.value?.comment && <p className="quiet comment">{table.value.comment}</p>}
      {table.status === 'failed' && <Failure error={table.error} />}
      {table.value && tab === 'Rows' && <RowsTab key={keyOf(actor)} actor={actor} table={table.value} />}
      {table.value && tab === 'Columns' && <ColumnsTab table={table.value} />}
      {table.value && tab === 'Policies' && <PoliciesTab table={table.value} actor={actor} />}
    </>
  )
}
