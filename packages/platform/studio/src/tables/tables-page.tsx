import { useState } from 'react'
import type { Actor } from '../actor/actor.ts'
import { ask } from '../api/ask.ts'
import { formatBytes } from '../parts/format.ts'
import { Empty, Failure } from '../parts/notice.tsx'
import { useAsked } from '../parts/use-asked.ts'
import { linkTo } from '../shell/use-route.ts'
import { TablePage } from './table-page.tsx'
import type { TableEntry } from './table-types.ts'

type TablesPageProps = { actor: Actor; schema: string | null; name: string | null }

/** The tables there are, and the one that is looked at. */
export function TablesPage({ actor, schema, name }: TablesPageProps) {
  const [tables] = useAsked('tables', async () => (await ask<TableEntry[]>('GET', 'tables')).body)
  const [search, setSearch] = useState('')
  const found = (tables.value ?? []).filter((table) =>
    table.name.toLowerCase().includes(search.toLowerCase()),
  )
  const isOpen = schema !== null && name !== null
  return (
    <div className="split" data-open={isOpen}>
      <aside>
        <input
          type="search"
          aria-label="Find a table"
          placeholder="Find a table"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {tables.status === 'failed' && <Failure error={tables.error} />}
        {tables.status === 'ready' && found.length === 0 && (
          <p className="quiet">No table is exposed by that name.</p>
        )}
        <ul className="entries">
          {found.map((table) => (
            <TableLink
              key={`${table.schema}.${table.name}`}
              table={table}
              isOn={isOpen && table.schema === schema && table.name === name}
            />
          ))}
        </ul>
      </aside>
      <section>
        {isOpen ? (
          <TablePage key={`${schema}.${name}`} actor={actor} schema={schema} name={name} />
        ) : (
          <Empty title="Choose a table">
            <p>
              Its rows are read as the role above, so what you see is what that role’s requests would see.
            </p>
          </Empty>
        )}
      </section>
    </div>
  )
}

function TableLink({ table, isOn }: { table: TableEntry; isOn: boolean }) {
  const { schema, name, kind, rowSecurity, policies, bytes } = table
  const security = rowSecurity ? `RLS · ${policies} ${policies === 1 ? 'policy' : 'policies'}` : 'no RLS'
  return (
    <li>
      <a href={linkTo('tables', schema, name)} aria-current={isOn ? 'page' : undefined}>
        <span className="entry-name">{schema === 'public' ? name : `${schema}.${name}`}</span>
        <span className={rowSecurity || kind !== 'table' ? 'quiet' : 'warning'}>
          {kind === 'table' && bytes !== null ? `${security} · ${formatBytes(bytes)}` : kind}
        </span>
      </a>
    </li>
  )
}
