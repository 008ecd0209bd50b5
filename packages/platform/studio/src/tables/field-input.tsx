import { useId } from 'react'
import type { Field } from './draft.ts'
import type { Column } from './table-types.ts'

type FieldInputProps = {
  column: Column
  field: Field
  isNew: boolean
  isLocked: boolean
  onChange: (field: Field) => void
}

/** A value as PostgreSQL writes it, or NULL, or, in a new row, what the column has by default. */
export function FieldInput({ column, field, isNew, isLocked, onChange }: FieldInputProps) {
  const id = useId()
  const text = field.kind === 'text' ? field.text : ''
  return (
    <div className="field">
      <label htmlFor={id}>
        {column.name} <span className="type">{column.type}</span>
      </label>
      <textarea
        id={id}
        rows={Math.min(8, Math.max(1, Math.ceil(text.length / 60), text.split('\n').length))}
        value={text}
        placeholder={field.kind === 'null' ? 'NULL' : isNew ? whenUnsaid(column) : ''}
        readOnly={isLocked}
        spellCheck={false}
        onChange={(event) => onChange({ kind: 'text', text: event.target.value })}
      />
      {!isLocked && (
        <label className="null-box">
          <input
            type="checkbox"
            aria-label={`${column.name} is NULL`}
            checked={field.kind === 'null'}
            disabled={!column.isNullable && field.kind !== 'null'}
            onChange={(event) =>
              onChange(
                event.target.checked
                  ? { kind: 'null' }
                  : isNew
                    ? { kind: 'unsaid' }
                    : { kind: 'text', text: '' },
              )
            }
          />
          NULL
        </label>
      )}
    </div>
  )
}

/** What the column gets when nothing is said of it. */
function whenUnsaid({ default: sql, isNullable, isGenerated }: Column): string {
  if (isGenerated) return 'generated'
  return sql ?? (isNullable ? 'NULL' : 'required')
}
