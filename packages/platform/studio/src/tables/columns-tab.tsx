import type { Role } from '../actor/actor.ts'
import { Scroller } from '../parts/scroller.tsx'
import type { Column, Grants, Table } from './table-types.ts'

const roles: readonly Role[] = ['anon', 'authenticated', 'service_role']

/** What the columns are, and who was granted what on each. */
export function ColumnsTab({ table }: { table: Table }) {
  return (
    <Scroller name="Columns">
      <table className="facts">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Type</th>
            <th scope="col">Default</th>
            {roles.map((role) => (
              <th key={role} scope="col">
                {role}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.columns.map((column) => (
            <ColumnRow key={column.name} column={column} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              On the table
            </th>
            {roles.map((role) => (
              <GrantsCell key={role} grants={table.grants} role={role} />
            ))}
          </tr>
        </tfoot>
      </table>
    </Scroller>
  )
}

function ColumnRow({ column }: { column: Column }) {
  const { name, type, isNullable, isKey, references, comment } = column
  return (
    <tr>
      <th scope="row">
        {name} {isKey && <span className="tag">key</span>}
        {comment && <p className="quiet">{comment}</p>}
      </th>
      <td>
        <code>{type}</code> {!isNullable && <span className="quiet">not null</span>}
        {references && <p className="quiet">→ {references}</p>}
      </td>
      <td>
        <code>{column.isGenerated ? 'generated' : (column.default ?? '')}</code>
      </td>
      {roles.map((role) => (
        <GrantsCell key={role} grants={column.grants} role={role} />
      ))}
    </tr>
  )
}

function GrantsCell({ grants, role }: { grants: Grants; role: Role }) {
  return <td className="quiet">{grants[role].join(' ') || '—'}</td>
}
