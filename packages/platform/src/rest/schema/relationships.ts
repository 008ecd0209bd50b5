import type { Computed, ForeignKey, Keys, Relation } from './read-keys.ts'
import type { Table } from './read-schemas.ts'
import { readShownColumns } from './view-columns.ts'

export type Name = Pick<Table, 'schema' | 'name'>
/** Columns that are equal in both. */
type ColumnPairs = readonly (readonly [string, string])[]
type RelatedTables = { table: Name; other: Name; isSelf: boolean; isOtherView: boolean }

/** A relationship between two tables: by foreign key, junction table or function. */
export type Relationship = RelatedTables &
  (
    | {
        kind: 'key'
        cardinality: 'one-to-many' | 'many-to-one' | 'one-to-one'
        constraint: string
        pairs: ColumnPairs
        isTableView: boolean
      }
    | {
        kind: 'junction'
        cardinality: 'many-to-many'
        junction: Name
        constraints: readonly [string, string]
        /** Columns of the table, and of the other, with those of the junction. */
        pairs: ColumnPairs
        otherPairs: ColumnPairs
      }
    | { kind: 'computed'; cardinality: 'many-to-one' | 'one-to-many'; function: Name }
  )
type KeyRelationship = Extract<Relationship, { kind: 'key' }>

/** A table or view under which the columns of a key are seen. */
type RelationFace = { relation: Relation; columns: readonly string[] }

/** The maximum of column combinations that show a key in a view. */
const maxFaces = 16

/** The relationships in the exposed schemas. */
export class Relationships {
  readonly #schemas: readonly string[]
  readonly #relations: ReadonlyMap<number, Relation>
  readonly #computed: readonly Computed[]
  /** From the referring table to the referenced one. */
  readonly #keys: readonly KeyRelationship[]
  readonly #primaryKeys: ReadonlyMap<string, ReadonlySet<string>>

  constructor(keys: Keys, schemas: readonly string[]) {
    this.#schemas = schemas
    this.#relations = new Map(keys.relations.map((relation) => [relation.id, relation]))
    this.#computed = keys.computed.filter(({ schema }) => schemas.includes(schema))
    const shown = showTables(keys, this.#relations)
    const facesOf = (id: number, columns: readonly number[]) =>
      listFaces(this.#relations, shown, id, columns).filter(({ relation }) =>
        schemas.includes(relation.schema),
      )
    this.#keys = keys.foreignKeys.flatMap((key) => relate(key, facesOf))
    this.#primaryKeys = new Map(
      keys.relations.map((relation) => [keyOf(relation), primaryKeyOf(relation, keys.relations, shown)]),
    )
  }

  /** Lists a table's relationships in its schema, in PostgREST's order. */
  from(table: Name): Relationship[] {
    const computed = this.#computedFrom(table)
    const overridden = new Set(computed.map((one) => keyOf(one.function)))
    const found = [
      ...this.#keys.filter((key) => isSame(key.table, table)),
      ...this.#keys.filter((key) => isSame(key.other, table)).map(inverse),
      ...this.#junctionsFrom(table),
    ]
    return [...computed, ...found.filter(({ other }) => !overridden.has(keyOf(other)))]
      .filter(({ other }) => other.schema === table.schema)
      .sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))
  }

  /** The columns that rows are known by: a table's primary key, or all of those that a view shows. */
  primaryKeyOf(table: Name): string[] {
    return [...(this.#primaryKeys.get(keyOf(table)) ?? [])]
  }

  /** Lists all tables with relationships. */
  listOrigins(schema: string): string[] {
    const names = this.#keys.flatMap(({ table, other }) => [table, other])
    return [...new Set(names.filter((name) => name.schema === schema).map(({ name }) => name))]
  }

  #computedFrom(table: Name): Extract<Relationship, { kind: 'computed' }>[] {
    return this.#computed.flatMap(({ schema, name, isSingle, ...ids }) => {
      const taken = this.#relations.get(ids.table)
      const other = this.#relations.get(ids.other)
      if (!taken || !other || !isSame(taken, table) || !this.#schemas.includes(other.schema)) return []
      return [
        {
          kind: 'computed',
          cardinality: isSingle ? 'many-to-one' : 'one-to-many',
          function: { schema, name },
          ...between(taken, other),
        } as const,
      ]
    })
  }

  /** Through each table whose primary key holds a key to this one and another key. */
  #junctionsFrom(table: Name): Relationship[] {
    const isManyToOne = ({ cardinality }: KeyRelationship) => cardinality === 'many-to-one'
    const towards = this.#keys.filter((key) => isManyToOne(key) && isSame(key.other, table))
    return towards.flatMap((mine) => {
      const primaryKey = this.#primaryKeys.get(keyOf(mine.table)) ?? new Set()
      const theirs = this.#keys.filter(
        (key) =>
          isManyToOne(key) &&
          isSame(key.table, mine.table) &&
          key.constraint !== mine.constraint &&
          [...mine.pairs, ...key.pairs].every(([column]) => primaryKey.has(column)),
      )
      return theirs.map((key) => ({
        kind: 'junction',
        cardinality: 'many-to-many',
        table: mine.other,
        other: key.other,
        isSelf: isSame(mine.other, key.other),
        isOtherView: key.isOtherView,
        junction: mine.table,
        constraints: [mine.constraint, key.constraint],
        pairs: mine.pairs.map(([column, ofTable]) => [ofTable, column] as const),
        otherPairs: key.pairs.map(([column, ofOther]) => [ofOther, column] as const),
      }))
    })
  }
}

export function isToOne({ cardinality }: Relationship): boolean {
  return cardinality === 'many-to-one' || cardinality === 'one-to-one'
}

const keyOf = ({ schema, name }: Name) => JSON.stringify([schema, name])
const isSame = (a: Name, b: Name) => a.schema === b.schema && a.name === b.name
const nameOf = ({ schema, name }: Name): Name => ({ schema, name })

function between(table: Relation, other: Relation): RelatedTables {
  return {
    table: nameOf(table),
    other: nameOf(other),
    isSelf: isSame(table, other),
    isOtherView: other.isView,
  }
}

function relate(
  key: ForeignKey,
  facesOf: (id: number, columns: readonly number[]) => RelationFace[],
): KeyRelationship[] {
  const others = facesOf(key.other, key.otherColumns)
  return facesOf(key.table, key.columns).flatMap((face) =>
    others.map((other) => ({
      kind: 'key',
      cardinality: key.isUnique ? 'one-to-one' : 'many-to-one',
      constraint: key.name,
      pairs: face.columns.map((column, nth) => [column, other.columns[nth] ?? ''] as const),
      ...between(face.relation, other.relation),
      isTableView: face.relation.isView,
    })),
  )
}

function inverse(key: KeyRelationship): KeyRelationship {
  return {
    ...key,
    cardinality: key.cardinality === 'one-to-one' ? 'one-to-one' : 'one-to-many',
    table: key.other,
    other: key.table,
    isTableView: key.isOtherView,
    isOtherView: key.isTableView,
    pairs: key.pairs.map(([column, ofOther]) => [ofOther, column] as const),
  }
}

/** The columns of tables that each view shows, straight or through other views: `table.column` to the view's own columns. */
type ShownColumnsByView = ReadonlyMap<number, ReadonlyMap<string, readonly number[]>>

function showTables({ views }: Keys, relations: ReadonlyMap<number, Relation>): ShownColumnsByView {
  const direct = new Map(views.map(({ id, tree }) => [id, readShownColumns(tree)]))
  const resolve = (
    id: number,
    seen: readonly number[],
  ): { column: number; ofTable: number; ofColumn: number }[] =>
    (direct.get(id) ?? []).flatMap((shown) => {
      if (!relations.get(shown.ofTable)?.isView) return [shown]
      if (seen.includes(shown.ofTable)) return []
      return resolve(shown.ofTable, [...seen, id])
        .filter(({ column }) => column === shown.ofColumn)
        .map(({ ofTable, ofColumn }) => ({ column: shown.column, ofTable, ofColumn }))
    })
  return new Map(
    views.map(({ id }) => {
      const columns = Map.groupBy(resolve(id, []), ({ ofTable, ofColumn }) => `${ofTable}.${ofColumn}`)
      return [id, new Map([...columns].map(([key, all]) => [key, all.map(({ column }) => column)]))]
    }),
  )
}

/** The table itself, and every view that shows all of these columns, once for each way in which it does. */
function listFaces(
  relations: ReadonlyMap<number, Relation>,
  shown: ShownColumnsByView,
  id: number,
  columns: readonly number[],
): RelationFace[] {
  const named = (relation: Relation, numbers: readonly number[]): RelationFace => ({
    relation,
    columns: numbers.map((number) => relation.columns[number] ?? ''),
  })
  const table = relations.get(id)
  const views = [...shown].flatMap(([view, of]) => {
    const relation = relations.get(view)
    const ways = combinationsOf(columns.map((column) => of.get(`${id}.${column}`) ?? []))
    return relation ? ways.map((way) => named(relation, way)) : []
  })
  return table ? [named(table, columns), ...views] : views
}

/** Returns all combinations with one element of each list. */
function combinationsOf(lists: readonly (readonly number[])[]): number[][] {
  return lists.reduce<number[][]>(
    (ways, list) => ways.flatMap((way) => list.map((one) => [...way, one])).slice(0, maxFaces),
    [[]],
  )
}

/** The primary key's columns; of a view, those that show one of a table. */
function primaryKeyOf(
  relation: Relation,
  all: readonly Relation[],
  shown: ShownColumnsByView,
): ReadonlySet<string> {
  const of = shown.get(relation.id)
  const numbers = of
    ? all.flatMap(({ id, primaryKey }) => {
        const columns = primaryKey.map((column) => of.get(`${id}.${column}`)?.[0])
        return columns.every((column) => column !== undefined) ? columns : []
      })
    : relation.primaryKey
  return new Set(numbers.map((number) => relation.columns[number] ?? ''))
}

/** Sorts as PostgREST lists relationships: by the other table, by cardinality, then by name. */
function rankOf(relationship: Relationship): string {
  const { other, cardinality } = relationship
  const rank = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many'].indexOf(cardinality)
  const rest =
    relationship.kind === 'key'
      ? [relationship.constraint, relationship.pairs]
      : relationship.kind === 'junction'
        ? [relationship.junction.name, relationship.constraints, relationship.pairs, relationship.otherPairs]
        : [relationship.function.name]
  return JSON.stringify([other.schema, other.name, rank, rest])
}
