import { useState } from 'react'
import { type Actor, nameOf } from '../actor/actor.ts'
import { askAs } from '../api/services.ts'
import { AskFirst } from '../parts/ask-first.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { changedIn, draftOf, toBody } from './draft.ts'
import { FieldInput } from './field-input.tsx'
import { type Outcome, OutcomeNotice } from './outcome.tsx'
import { toKeyQuery, totalOf } from './row-query.ts'
import type { Row, Table } from './table-types.ts'

type RowDialogProps = {
  actor: Actor
  table: Table
  /** Null for one that is to be inserted. */
  row: Row | null
  onClose: () => void
  onDone: (outcome: Outcome) => void
}

/** A whole row, to be read, written or deleted as the actor. What is refused is said here, with the draft kept. */
export function RowDialog({ actor, table, row, onClose, onDone }: RowDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(table.columns, row))
  const [refused, setRefused] = useState<Outcome | null>(null)
  const shown = table.columns.filter(({ name }) => row === null || name in row)
  const changed = changedIn(shown, draft, row)
  const key = row && toKeyQuery(table.columns, row)
  const isWritable = row === null || key !== null
  const count = `${changed.length} ${changed.length === 1 ? 'column' : 'columns'}`

  async function attempt(action: 'insert' | 'update' | 'delete') {
    const method = { insert: 'POST', update: 'PATCH', delete: 'DELETE' }[action]
    const path = `rest/v1/${encodeURIComponent(table.name)}`
    try {
      // Said to want nothing back, so that not being allowed to read is no reason to refuse.
      const headers = {
        'content-profile': table.schema,
        'content-type': 'application/json',
        prefer: 'return=minimal, count=exact',
      }
      const body = action === 'delete' ? {} : { body: toBody(changed, draft) }
      const answer = await askAs(actor, method, `${path}${key && action !== 'insert' ? `?${key}` : ''}`, {
        ...body,
        headers,
      })
      onDone({ action, actor, rows: totalOf(answer.headers.get('content-range')) })
    } catch (error) {
      setRefused({ action, actor, error })
    }
  }

  return (
    <Dialog title={row ? `A row of ${table.name}` : `A new row of ${table.name}`} onClose={onClose}>
      <div className="fields">
        {shown.map((column) => (
          <FieldInput
            key={column.name}
            column={column}
            field={draft[column.name] ?? { kind: 'unsaid' }}
            isNew={row === null}
            isLocked={!isWritable || column.isGenerated}
            onChange={(field) => setDraft({ ...draft, [column.name]: field })}
          />
        ))}
      </div>
      {refused && <OutcomeNotice outcome={refused} />}
      {!isWritable && (
        <p className="quiet">
          {table.columns.some(({ isKey }) => isKey)
            ? `${actor.role} may not read the whole primary key, so no single row can be meant: it is only shown.`
            : 'Without a primary key no single row can be meant, so it is only shown.'}
        </p>
      )}
      <div className="actions">
        {row === null && (
          <AskFirst
            label="Insert"
            question={`Insert this row as ${nameOf(actor)}?`}
            doIt="Insert the row"
            onYes={() => attempt('insert')}
          />
        )}
        {row !== null && isWritable && (
          <>
            <AskFirst
              label="Save"
              question={`Write ${count} of this row as ${nameOf(actor)}?`}
              doIt="Write the row"
              isDisabled={changed.length === 0}
              onYes={() => attempt('update')}
            />
            <AskFirst
              label="Delete"
              question={`Delete this row as ${nameOf(actor)}? It does not come back.`}
              doIt="Delete the row"
              isGrave
              onYes={() => attempt('delete')}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
