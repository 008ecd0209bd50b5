import { maxCounts } from './request/query-budget.ts'
import { RestError } from './rest-errors.ts'
import type { Given } from './schema/choose-routine.ts'
import { closestName } from './schema/closest-name.ts'
import type { Routine } from './schema/read-schemas.ts'

type WantedFunction = { schema: string; name: string; given: Given }

/** The refusal of a call that no function answers, with the one most like it among those there are. */
export function functionNotFound(
  { schema, name, given: { names: all, body } }: WantedFunction,
  named: readonly Routine[],
  names: readonly string[],
): RestError {
  // A body may name any number of them.
  const given = { names: all.slice(0, maxCounts.arguments), body }
  const args = [...given.names].sort()
  const called = `${schema}.${name}`
  const plural = args.length > 1 ? 's' : ''
  const withArgs = args.length > 0 ? ` with parameter${plural} ${args.join(', ')}` : ' without parameters'
  const whole = body === null || body === 'json' ? null : bodyTypeNames[body]
  const searched =
    whole !== null
      ? ` with a single unnamed ${whole} parameter`
      : `${withArgs}${body === 'json' ? ' or with a single unnamed json/jsonb parameter' : ''}`
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${called}${whole !== null ? '' : args.length > 0 ? `(${args.join(', ')})` : ' without parameters'} in the schema cache`.slice(
      0,
      maxLength,
    ),
    {
      details:
        `Searched for the function ${called}${searched}, but no matches were found in the schema cache.`.slice(
          0,
          maxLength,
        ),
      hint: whole !== null ? null : hintOf({ schema, name, given }, named, names),
    },
  )
}

/** The refusal of a call that several functions answer alike. */
export function ambiguousFunction(routines: readonly Routine[]): RestError {
  const between = routines.map(
    ({ schema, name, args }) =>
      `${schema}.${name}(${args.map((arg) => `${arg.name} => ${arg.type}`).join(', ')})`,
  )
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${between.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

const bodyTypeNames = { text: 'text', xml: 'xml', bytes: 'bytea' } as const

const maxLength = 2000

function hintOf(
  { schema, name, given }: WantedFunction,
  named: readonly Routine[],
  names: readonly string[],
): string | null {
  const meant =
    named.length > 0
      ? closestName(
          signature(given.names).slice(0, maxLength),
          named.map(({ args }) => signature(args.map((arg) => arg.name))),
        )
      : closestName(name.slice(0, maxLength), names)
  if (meant === null) return null
  return `Perhaps you meant to call the function ${schema}.${named.length > 0 ? `${name}${meant}` : meant}`
}

function signature(names: readonly string[]): string {
  return `(${[...names].sort().join(', ')})`
}
