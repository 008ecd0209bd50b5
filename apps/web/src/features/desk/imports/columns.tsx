import { importTexts } from '@app/content/ru/ui/desk/imports'
import type { ContactColumn } from '@app/domain/desk/imports/contact-table'
import { type ColumnRole, columnRoles } from '@app/domain/desk/imports/imported-contact'
import { Select } from '#web/ui/select.tsx'
import { type Column, DeskTable } from '../parts/desk-table.tsx'

const texts = importTexts.columns

type ColumnsProps = {
  columns: readonly ContactColumn[]
  roles: ReadonlyMap<number, ColumnRole>
  onChoose: (index: number, role: ColumnRole) => void
}

/** Shows what was found in each column, to be changed; what is not taken over lies in a fold. */
export function Columns({ columns, roles, onChoose }: ColumnsProps) {
  // By what was found and not by what is chosen, so that a column stays where it is.
  const found = columns.filter(({ role }) => role !== 'none')
  const others = columns.filter(({ role }) => role === 'none')
  const cells: readonly Column<ContactColumn>[] = [
    { id: 'title', head: texts.head, isName: true, cell: titleOf },
    {
      id: 'samples',
      head: texts.samples,
      isWide: true,
      cell: ({ samples }) => (
        <span className="line-clamp-2 wrap-anywhere">
          {samples.map((sample) => sample.slice(0, 60)).join(', ')}
        </span>
      ),
    },
    {
      id: 'role',
      head: texts.what,
      isWide: true,
      cell: (column) => (
        <Select
          size="sm"
          className="min-w-40"
          aria-label={texts.label(titleOf(column))}
          value={roles.get(column.index)}
          onChange={({ target }) => onChoose(column.index, target.value as ColumnRole)}
        >
          {columnRoles.map((role) => (
            <option key={role} value={role}>
              {texts.roles[role]}
            </option>
          ))}
        </Select>
      ),
    },
  ]
  const table = (rows: readonly ContactColumn[]) => (
    <DeskTable caption={texts.title} columns={cells} rows={rows} rowKey={({ index }) => index} />
  )
  return (
    <div className="grid gap-3">
      <h2 className="headline text-xl">{texts.title}</h2>
      <p className="max-w-[46rem] text-label text-ink-soft">{texts.lead}</p>
      {found.length > 0 && table(found)}
      {others.length > 0 && (
        <details open={found.length === 0 || undefined}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-label text-meadow-deep underline underline-offset-4">
            {texts.others(others.length)}
          </summary>
          {table(others)}
        </details>
      )}
    </div>
  )
}

function titleOf({ title, index }: ContactColumn): string {
  return title.slice(0, 80) || texts.nameless(index + 1)
}
