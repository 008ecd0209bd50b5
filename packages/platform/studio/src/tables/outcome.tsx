import { type Actor, nameOf } from '../actor/actor.ts'
import { Refusal } from '../api/ask.ts'
import { Done, Failure } from '../parts/notice.tsx'

/** What came of trying to write. */
export type Outcome =
  | { action: Action; actor: Actor; rows: number | null }
  | { action: Action; actor: Actor; error: unknown }
type Action = 'insert' | 'update' | 'delete'

const done = { insert: 'inserted', update: 'updated', delete: 'deleted' } as const

/** Says plainly what was written, or who refused it and why. */
export function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  const { action, actor } = outcome
  if ('error' in outcome) {
    return (
      <Failure error={outcome.error}>
        <p className="quiet">{explain(outcome.error, action, actor)}</p>
      </Failure>
    )
  }
  if (outcome.rows === 0) {
    return (
      <Done isNothing>
        <p>
          No row was {done[action]}: the policies show {nameOf(actor)} no such row to {action}. PostgreSQL
          calls this no error.
        </p>
      </Done>
    )
  }
  return (
    <Done>
      <p>
        {outcome.rows ?? 1} row {done[action]} as {nameOf(actor)}.
      </p>
    </Done>
  )
}

function explain(error: unknown, action: Action, actor: Actor): string {
  const isDenied = error instanceof Refusal && error.code === '42501'
  if (!isDenied) return `Nothing was ${done[action]}.`
  return /row-level security/.test(error.message)
    ? `Nothing was ${done[action]}: no policy lets ${nameOf(actor)} ${action} such a row.`
    : `Nothing was ${done[action]}: ${actor.role} has no grant for it.`
}
