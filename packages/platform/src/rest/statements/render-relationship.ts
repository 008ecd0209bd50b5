import { type RawBuilder, sql } from 'kysely'
import type { Name, Relationship } from '../schema/relationships.ts'

type Sql = RawBuilder<unknown>

/** The source of a level's rows and its join condition. */
export type Place = { from: Sql; source: Sql; on: readonly Sql[] }

/** Generates unique aliases for a statement. */
export class Names {
  #count = 0

  next(letter: 'e' | 'j' | 'r'): string {
    return `${letter}${++this.#count}`
  }
}

/** The table that belongs to `parent`, and what ties their rows. */
export function joinRelated(relationship: Relationship, parent: Sql, names: Names): Place {
  const source = sql.id(names.next('e'))
  const from = sql`${nameOf(relationship.other)} as ${source}`
  switch (relationship.kind) {
    case 'key':
      return { source, from, on: relationship.pairs.map((pair) => equal(parent, source, pair)) }
    case 'junction': {
      const junction = sql.id(names.next('e'))
      const ties = relationship.otherPairs.map((pair) => equal(source, junction, pair))
      return {
        source,
        from: sql`${from} inner join ${nameOf(relationship.junction)} as ${junction} on ${sql.join(ties, sql` and `)}`,
        on: relationship.pairs.map((pair) => equal(parent, junction, pair)),
      }
    }
    case 'computed': {
      const row = sql`(${parent}.*)::${nameOf(relationship.table)}`
      return { source, from: sql`${nameOf(relationship.function)}(${row}) as ${source}`, on: [] }
    }
  }
}

function equal(one: Sql, other: Sql, [column, ofOther]: readonly [string, string]): Sql {
  return sql`${one}.${sql.id(column)} = ${other}.${sql.id(ofOther)}`
}

function nameOf({ schema, name }: Name): Sql {
  return sql`${sql.id(schema, name)}`
}
