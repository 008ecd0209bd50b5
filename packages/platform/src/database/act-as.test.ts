import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import { actAs, visitorIdentity } from './act-as.ts'

/** A database that notes what it is asked, and whose connection is given back when all is safe, as PGlite's is. */
function givenDatabase() {
  const noted: string[] = []
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      destroy: async () => {},
      acquireConnection: async () => ({
        executeQuery: async (query: CompiledQuery) => {
          noted.push(query.sql.slice(0, 15))
          return { rows: [] }
        },
        streamQuery: () => {
          throw new Error('nobody asks for that')
        },
      }),
      beginTransaction: async () => void noted.push('begin'),
      commitTransaction: async () => void noted.push('commit'),
      rollbackTransaction: async () => void noted.push('rollback'),
      releaseConnection: async () => {
        await new Promise((resolve) => setTimeout(resolve, 10))
        noted.push('safe')
      },
    }),
  }
  return { noted, db: new Kysely<Record<never, never>>({ dialect }) }
}

const work = async (trx: Kysely<Record<never, never>>) => {
  await sql`work`.execute(trx)
  return 'done'
}
const become = 'select set_conf'

describe('whoever acts as somebody', () => {
  it('is answered when what they did is safe, and not before', async () => {
    const { db, noted } = givenDatabase()
    expect(await actAs(db, visitorIdentity, work)).toBe('done')
    expect(noted).toEqual(['begin', become, 'work', 'commit', 'safe'])
  })

  it('is answered what was done and undone', async () => {
    const { db, noted } = givenDatabase()
    expect(await actAs(db, visitorIdentity, work, { ending: 'rollback' })).toBe('done')
    expect(noted).toEqual(['begin', become, 'work', 'set constraints', 'rollback', 'safe'])
  })

  it('is refused by what looks at their work, which is undone', async () => {
    const { db, noted } = givenDatabase()
    const check = () => {
      throw new Error('too many')
    }
    await expect(actAs(db, visitorIdentity, work, { check })).rejects.toThrow('too many')
    expect(noted).toEqual(['begin', become, 'work', 'rollback', 'safe'])
  })
})
