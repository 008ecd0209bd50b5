import type { Actor } from '../actor/actor.ts'
import { Empty } from '../parts/notice.tsx'
import type { Policy, Table } from './table-types.ts'

/** The policies of a table, those first that apply to whoever is acted as. */
export function PoliciesTab({ table, actor }: { table: Table; actor: Actor }) {
  if (table.kind !== 'table') {
    return (
      <Empty title={`A ${table.kind} has no policies`}>
        Those of the tables behind it apply, if it says so.
      </Empty>
    )
  }
  const applies = ({ roles }: Policy) => roles.includes('public') || roles.includes(actor.role)
  const sorted = [...table.policies].sort((one, other) => Number(applies(other)) - Number(applies(one)))
  return (
    <>
      <SecurityNote table={table} />
      <ul className="policies">
        {sorted.map((policy) => (
          <li key={policy.name} data-applies={applies(policy)}>
            <h3>
              {policy.name} <span className="tag">{policy.command}</span>
              {!policy.isPermissive && <span className="tag">restrictive</span>}
            </h3>
            <p className="quiet">
              to {policy.roles.join(', ')}
              {applies(policy) ? '' : ` — says nothing to ${actor.role}`}
            </p>
            {policy.using && <Expression name="using" sql={policy.using} />}
            {policy.check && <Expression name="with check" sql={policy.check} />}
          </li>
        ))}
      </ul>
    </>
  )
}

function SecurityNote({ table }: { table: Table }) {
  if (!table.rowSecurity) {
    return (
      <p className="notice refused">
        Row-level security is off: whoever has a grant sees and writes every row.
      </p>
    )
  }
  return (
    <p className="notice nothing">
      Row-level security is on{table.forcedOnOwner ? ', for the owner too' : ''}. What no policy allows is
      refused; service_role passes them by.
    </p>
  )
}

function Expression({ name, sql }: { name: string; sql: string }) {
  return (
    <p className="expression">
      <span className="quiet">{name}</span> <code>{sql}</code>
    </p>
  )
}
