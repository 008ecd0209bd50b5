import type { Routine } from './read-schemas.ts'

/** The arguments of a call: their names, and the kind of an unnamed body. */
export type Given = { names: readonly string[]; body: BodyKind | null }
/** `null` for a GET or a form. */
type BodyKind = 'json' | 'text' | 'xml' | 'bytes'

export type Choice =
  | { outcome: 'found'; routine: Routine }
  | { outcome: 'ambiguous'; routines: readonly Routine[] }
  | { outcome: 'none' }

/**
 * Chooses among functions of one name, as PostgREST does: by the names of the arguments, defaults
 * aside; and when none fits, one that takes the whole body.
 */
export function chooseRoutine(named: readonly Routine[], given: Given): Choice {
  const byNames = named.filter((routine) => acceptsNames(routine, given))
  const candidates = byNames.length > 0 ? byNames : named.filter((routine) => acceptsBody(routine, given))
  const [routine] = candidates
  if (!routine) return { outcome: 'none' }
  return candidates.length === 1
    ? { outcome: 'found', routine }
    : { outcome: 'ambiguous', routines: candidates }
}

/** Returns true when the function takes a body whole. */
export function takesBody({ args }: Routine): boolean {
  return args.length === 1 && args[0]?.name === ''
}

function acceptsNames({ args }: Routine, { names, body }: Given): boolean {
  if (args.length === 0) return names.length === 0 && (body === null || body === 'json')
  return (
    names.every((name) => args.some((arg) => arg.name === name)) &&
    args.every((arg) => !arg.required || names.includes(arg.name))
  )
}

const bodyTypes: Readonly<Record<BodyKind, readonly string[]>> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  bytes: ['bytea'],
}

function acceptsBody(routine: Routine, { body }: Given): boolean {
  return body !== null && takesBody(routine) && bodyTypes[body].includes(routine.args[0]?.type ?? '')
}
