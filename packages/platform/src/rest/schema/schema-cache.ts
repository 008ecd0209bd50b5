import type { Kysely } from 'kysely'
import type { PlatformTables } from '../../database/tables.ts'
import type { MediaTypeOffer } from '../request/negotiate.ts'
import { RestError } from '../rest-errors.ts'
import { type Choice, chooseRoutine, type Given } from './choose-routine.ts'
import { type Handler, readHandlers } from './read-handlers.ts'
import { readKeys } from './read-keys.ts'
import { type Routine, readSchemas, type Table } from './read-schemas.ts'
import { Relationships } from './relationships.ts'

/** The tables and routines of a schema. */
export type SchemaOffer = { tables: readonly Table[]; routines: readonly Routine[] }

/** Tables, and how they belong together. */
export type RelatedSchema = { tables: readonly Table[]; relationships: Relationships }

type Snapshot = {
  tables: Table[]
  routines: Routine[]
  handlers: Handler[]
  /** Read on the first embedding. */
  relationships?: Promise<Relationships>
  readAtMs: number
}

const rereadAfterMs = 1000
const noHandlers = { own: [], any: [] }

/**
 * The schema cache. A missing name is looked up again before it is refused, at most once a second.
 */
export class SchemaCache {
  readonly #db: Kysely<PlatformTables>
  readonly #schemas: readonly string[]
  #snapshot: Promise<Snapshot> | undefined

  constructor(db: Kysely<PlatformTables>, schemas: readonly string[]) {
    this.#db = db
    this.#schemas = schemas
  }

  findTable(schema: string, name: string): Promise<Table | undefined> {
    return this.#find(({ tables }) => tables.find((table) => table.schema === schema && table.name === name))
  }

  /** Like `findTable`, when the table is there but lacks columns that a request names. */
  findTableWith(schema: string, name: string, columns: readonly string[]): Promise<Table | undefined> {
    return this.#find(({ tables }) =>
      tables.find(
        (table) =>
          table.schema === schema &&
          table.name === name &&
          columns.every((wanted) => table.columns.some((column) => column.name === wanted)),
      ),
    )
  }

  /** Finds the function of that name that what a request gives calls; undefined when none does. */
  findRoutine(
    schema: string,
    name: string,
    given: Given,
  ): Promise<Exclude<Choice, { outcome: 'none' }> | undefined> {
    return this.#find(({ routines }) => {
      const choice = chooseRoutine(
        routines.filter((routine) => routine.schema === schema && routine.name === name),
        given,
      )
      return choice.outcome === 'none' ? undefined : choice
    })
  }

  /** Lists the media type handlers of a table or function, and those of any rows. */
  async listHandlers(target: { schema: string; name: string }): Promise<Pick<MediaTypeOffer, 'own' | 'any'>> {
    const { handlers } = await this.#read()
    if (handlers.length === 0) return noHandlers
    return {
      own: handlers.filter((one) => one.target?.schema === target.schema && one.target.name === target.name),
      any: handlers.filter((one) => one.target === null),
    }
  }

  /** Makes the next request read what there is anew. */
  forget(): void {
    this.#snapshot = undefined
  }

  async listOffer(schema: string): Promise<SchemaOffer> {
    const { tables, routines } = await this.#read()
    return {
      tables: tables.filter((table) => table.schema === schema),
      routines: routines.filter((routine) => routine.schema === schema),
    }
  }

  /** Finds a function of that name whatever it takes. */
  findRoutinesNamed(schema: string, name: string): Promise<Routine[] | undefined> {
    return this.#find(({ routines }) => {
      const named = routines.filter((routine) => routine.schema === schema && routine.name === name)
      return named.length > 0 ? named : undefined
    })
  }

  /** The table, or the view with the primary keys that it shows, which take reading how tables belong together. */
  async withKey(table: Table): Promise<Table> {
    if (table.primaryKey.length > 0) return table
    return {
      ...table,
      primaryKey: await this.relate(({ relationships }) => relationships.primaryKeyOf(table)),
    }
  }

  /** Makes something of how tables belong together. What `make` cannot find, a refusal by `PGRST200`, is looked up afresh. */
  async relate<Made>(make: (related: RelatedSchema) => Made): Promise<Made> {
    const snapshot = await this.#read()
    try {
      return make(await this.#readRelated(snapshot))
    } catch (error) {
      const isMissing = error instanceof RestError && error.code === 'PGRST200'
      if (!isMissing || Date.now() - snapshot.readAtMs < rereadAfterMs) throw error
      this.#snapshot = undefined
      return make(await this.#readRelated(await this.#read()))
    }
  }

  async #readRelated(snapshot: Snapshot): Promise<RelatedSchema> {
    snapshot.relationships ??= readKeys(this.#db).then((keys) => new Relationships(keys, this.#schemas))
    try {
      return { tables: snapshot.tables, relationships: await snapshot.relationships }
    } catch (error) {
      delete snapshot.relationships
      throw error
    }
  }

  async #find<Found>(pick: (snapshot: Snapshot) => Found | undefined): Promise<Found | undefined> {
    const snapshot = await this.#read()
    const found = pick(snapshot)
    if (found || Date.now() - snapshot.readAtMs < rereadAfterMs) return found
    this.#snapshot = undefined
    return pick(await this.#read())
  }

  #read(): Promise<Snapshot> {
    if (this.#snapshot) return this.#snapshot
    const reading = readSnapshot(this.#db, this.#schemas).catch((error) => {
      if (this.#snapshot === reading) this.#snapshot = undefined
      throw error
    })
    this.#snapshot = reading
    return reading
  }
}

async function readSnapshot(db: Kysely<PlatformTables>, schemas: readonly string[]): Promise<Snapshot> {
  const readAtMs = Date.now()
  const [offer, handlers] = await Promise.all([readSchemas(db, schemas), readHandlers(db, schemas)])
  return { ...offer, handlers, readAtMs }
}
