import { RestError } from '../rest-errors.ts'
import { closestName } from './closest-name.ts'
import type { Name, Relationship, Relationships } from './relationships.ts'

type WantedRelationship = { name: string; hint: string | null }

/** Finds what a table within is to the one around it, as PostgREST does. Throws when nothing or too much answers. */
export function findRelationship(
  relationships: Relationships,
  origin: Name,
  wanted: WantedRelationship,
): Relationship {
  const all = relationships.from(origin)
  const found = all.filter((one) => matchesRelationship(one, wanted))
  const [relationship] = found
  if (!relationship) throw notRelated(relationships, origin, wanted, all)
  if (found.length > 1) throw ambiguous(origin, wanted, found)
  return relationship
}

/**
 * Matches a name: a function, the other table, a foreign key or its column. Matches a hint: a
 * foreign key, its column, or the junction table. Within one table its own name means the children.
 */
function matchesRelationship(relationship: Relationship, { name, hint }: WantedRelationship): boolean {
  if (relationship.kind === 'computed') return relationship.function.name === name
  const isOther = relationship.other.name === name
  const { cardinality, isSelf, isOtherView } = relationship
  if (relationship.kind === 'junction') {
    return !isSelf && isOther && (hint === null || relationship.junction.name === hint)
  }
  const { constraint, pairs } = relationship
  const [column, ofOther] = pairs.length === 1 ? (pairs[0] ?? []) : []
  if (isSelf) {
    return hint === null
      ? (isOther && cardinality === 'one-to-many') || (column === name && cardinality === 'many-to-one')
      : isOther && cardinality === 'one-to-many' && ofOther === hint
  }
  if (hint !== null) return isOther && [constraint, column, ofOther].includes(hint)
  return isOther || (!isOtherView && (constraint === name || column === name))
}

function notRelated(
  relationships: Relationships,
  origin: Name,
  { name, hint }: WantedRelationship,
  all: readonly Relationship[],
): RestError {
  const using = hint === null ? '' : `' using the hint '${hint}`
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${name}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin.name}' and '${name}${using}' in the schema '${origin.schema}', but no matches were found.`,
      hint: hintOf(relationships, origin, name, all),
    },
  )
}

const maxLength = 2000

function hintOf(
  relationships: Relationships,
  origin: Name,
  name: string,
  all: readonly Relationship[],
): string | null {
  const isKnown = all.length > 0
  const names = isKnown ? all.map(({ other }) => other.name) : relationships.listOrigins(origin.schema)
  const asked = isKnown ? name : origin.name
  const meant = names.includes(asked) ? null : closestName(asked.slice(0, maxLength), names)
  return meant === null ? null : `Perhaps you meant '${meant}' instead of '${asked}'.`
}

function ambiguous(origin: Name, { name }: WantedRelationship, found: readonly Relationship[]): RestError {
  const ways = found.flatMap((one) => {
    if (one.kind === 'computed') return []
    return [`'${one.other.name}!${one.kind === 'junction' ? one.junction.name : one.constraint}'`]
  })
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${name}'`,
    {
      details: found.map(describe),
      hint: `Try changing '${name}' to one of the following: ${ways.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function describe(relationship: Relationship): object {
  const { table, other, cardinality } = relationship
  return {
    cardinality,
    embedding: `${table.name} with ${other.name}`,
    relationship: describeKeys(relationship),
  }
}

function describeKeys(relationship: Relationship): string {
  const list = (pairs: readonly (readonly [string, string])[], side: 0 | 1) =>
    `(${pairs.map((pair) => pair[side]).join(', ')})`
  switch (relationship.kind) {
    case 'key': {
      const { constraint, table, other, pairs } = relationship
      return `${constraint} using ${table.name}${list(pairs, 0)} and ${other.name}${list(pairs, 1)}`
    }
    case 'junction': {
      const { junction, constraints, pairs, otherPairs } = relationship
      return `${junction.name} using ${constraints[0]}${list(pairs, 1)} and ${constraints[1]}${list(otherPairs, 1)}`
    }
    case 'computed':
      return relationship.function.name
  }
}
