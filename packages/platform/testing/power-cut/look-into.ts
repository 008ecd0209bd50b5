import { sql } from 'kysely'
import { type OpenDatabase, openDatabase } from '../../src/database/open-database.ts'
import { testTimeouts } from '../test-timeouts.ts'
import { type Action, textOf } from './actions.ts'

/** What was about to be tried, and what was acknowledged, before the power went. */
export type Known = Record<'tried' | 'acknowledged', Set<string>>

/** `lost` was acknowledged and is not there, `broken` is what does not fit together. */
export type Found = { lost: string[]; broken: string[] }

const firstOfOurs = 1_000_000
const ours = 40

/** Opens what a power cut has left, goes on working with it, and looks whether all is there and fits together. */
export async function lookInto(dataDir: string, known: Known): Promise<Found> {
  const database = await openDatabase({ kind: 'pglite', dataDir, ...testTimeouts }).catch((error: unknown) =>
    String(error),
  )
  if (typeof database === 'string') return { lost: [], broken: [`cannot be opened: ${database}`] }
  try {
    await goOn(database)
    return await compare(database, known)
  } catch (error) {
    return { lost: [], broken: [String(error)] }
  } finally {
    await database.close()
  }
}

/**
 * Takes many transactions, as what the log has lost of may be there without it, and comes to light when somebody is given
 * the number of a transaction that was never there.
 */
async function goOn({ db, withSession }: OpenDatabase): Promise<void> {
  for (let id = firstOfOurs; id < firstOfOurs + ours; id++) {
    await db.transaction().execute(async (trx) => {
      await sql`insert into notes values (${id}, ${textOf(id)})`.execute(trx)
      await sql`update tally set notes = notes + 1 where writer = 0`.execute(trx)
    })
  }
  await withSession(({ script }) => script('checkpoint'))
}

async function compare({ db, withSession }: OpenDatabase, { tried, acknowledged }: Known): Promise<Found> {
  const rows = async <Row>(text: string) => (await sql.raw<Row>(text).execute(db)).rows
  const notes = await rows<{ id: number; text: string }>('select * from notes')
  const texts = new Map(notes.map(({ id, text }) => [id, text]))
  const tables = (
    await rows<{ name: string }>(`select relname as name from pg_class where relname ~ '^made_'`)
  ).map(({ name }) => name)
  const isThere = (action: Action) => {
    if (action.kind === 'note') return texts.get(action.id) === action.text
    if (action.kind === 'drop table') return !tables.includes(action.name)
    if (action.kind === 'checkpoint') return true
    return (
      tables.includes(action.name) || tried.has(JSON.stringify({ kind: 'drop table', name: action.name }))
    )
  }
  const broken: string[] = []
  const expect = (what: string, one: unknown, other: unknown) => {
    if (one !== other) broken.push(`${what}: ${one} and ${other}`)
  }
  expect('notes and their numbers', notes.length, texts.size)
  const [tally] = await rows<{ writers: number; sum: number }>(
    'select count(*)::int as writers, sum(notes)::int from tally',
  )
  expect('writers', tally?.writers, 8)
  expect('notes and their tally', notes.length, tally?.sum)
  await withSession(async ({ script, query }) => {
    await script('set enable_seqscan = off; set enable_bitmapscan = off')
    const [indexed] = await query<{ n: number }>("select count(*)::int as n from notes where text > ''")
    expect('notes and their index', notes.length, indexed?.n)
    await script('reset all')
  })
  for (const { id, text } of notes) expect(`note ${id}`, text, textOf(id))
  for (const name of tables) expect(name, (await rows(`select * from ${name}`)).length, 500)
  return { lost: [...acknowledged].filter((what) => !isThere(JSON.parse(what))), broken }
}
