import { type Actor, nameOf } from '../actor/actor.ts'
import { Refusal } from '../api/ask.ts'
import { Done, Failure } from '../parts/notice.tsx'

/** What came of trying to write. */
export type Outcome =
  | { deed: Deed; actor: Actor; rows: number | null }
  | { deed: Deed; actor: Actor; error: unknown }
type Deed = 'insert' | 'update' | 'delete'

const done = { insert: 'inserted', update: 'updated', delete: 'deleted' } as const

/** Says plainly what was written, or who refused it and why. */
export function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  const { deed, actor } = outcome
  if ('error' in outcome) {
    return (
      <Failure error={outcome.error}>
        <p className="quiet">{explain(outcome.error, deed, actor)}</p>
      </Failure>
    )
  }
  if (outcome.rows === 0) {
    return (
      <Done isNothing>
        <p>
          No row was {done[deed]}: the policies show {nameOf(actor)} no such row to {deed}. PostgreSQL calls
          this no error.
        </p>
      </Done>
    )
  }
  return (
    <Done>
      <p>
        {outcome.rows ?? 1} row {done[deed]} as {nameOf(actor)}.
      </p>
    </Done>
  )
}

function explain(error: unknown, deed: Deed, actor: Actor): string {
  const isDenied = error instanceof Refusal && error.code === '42501'
  if (!isDenied) return `Nothing was ${done[deed]}.`
  return /row-level security/.test(error.message)
    ? `Nothing was ${done[deed]}: no policy lets ${nameOf(actor)} ${deed} such a row.`
    : `Nothing was ${done[deed]}: ${actor.role} has no grant for it.`
}
