import type { Kysely } from 'kysely'
import type { PlatformTables } from '../../database/tables.ts'
import { type Choice, chooseRoutine, type Given } from './choose-routine.ts'
import { type Routine, readSchemas, type Table } from './read-schemas.ts'

/** What one schema offers to whoever has the rights. */
export type SchemaOffer = { tables: readonly Table[]; routines: readonly Routine[] }

type Snapshot = { tables: Table[]; routines: Routine[]; readAtMs: number }

const rereadAfterMs = 1000

/**
 * What the exposed schemas offer. A name that is missing may have been created since, so it is looked up afresh before
 * it is refused, though not more than once a second.
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
  return { ...(await readSchemas(db, schemas)), readAtMs }
}
