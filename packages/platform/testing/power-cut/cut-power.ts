import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { openDatabase } from '../../src/database/open-database.ts'
import type { DatabaseTemplate } from '../template.ts'
import { type Deed, textOf } from './deeds.ts'
import { Disk, type Leaves } from './disk.ts'
import type { TraceEvent } from './file-events.ts'

/** What one cut came to: `lost` was acknowledged and is not there, `broken` is what does not fit together. */
export type Cut = {
  at: number
  during: 'work' | 'checkpoint'
  leaves: Leaves
  acknowledged: number
  lost: string[]
  broken: string[]
}

type Work = { template: DatabaseTemplate; rounds: number }

/**
 * Lets a program write to PGlite, cuts its power at moments spread over all it did, every other one of them within a
 * checkpoint, and opens what each would have left on the disk.
 */
export async function cutPower(given: Work & { cuts: number }): Promise<Cut[]> {
  const place = await mkdtemp(join(tmpdir(), 'power-cut-'))
  try {
    const [folder, traceFile] = [join(place, 'db'), join(place, 'trace')]
    await runWriter(folder, traceFile, given)
    const moments = await chooseMoments(traceFile, given.cuts)
    return await cutAt(moments, { folder, traceFile, copy: join(place, 'copy') })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function runWriter(folder: string, trace: string, { template, rounds }: Work): Promise<void> {
  if (template.kind !== 'pglite') throw new Error('Only PGlite writes to a folder of ours.')
  const record = ['--import', join(import.meta.dirname, 'record-files.ts')]
  const program = [join(import.meta.dirname, 'writer.ts'), folder, template.dumpFile, String(rounds)]
  const writer = spawn(process.execPath, [...record, ...program], {
    env: { ...process.env, POWER_CUT_FOLDER: folder, POWER_CUT_TRACE: trace },
    stdio: 'inherit',
  })
  const [code, signal] = await once(writer, 'exit')
  if (signal !== 'SIGKILL') throw new Error(`The writer ended by itself, with ${code}.`)
}

type Moment = { at: number; during: Cut['during'] }

async function chooseMoments(traceFile: string, cuts: number): Promise<Moment[]> {
  const moments: Record<Cut['during'], Moment[]> = { work: [], checkpoint: [] }
  let [at, isReady, checkpoints] = [0, false, 0]
  for await (const event of readTrace(traceFile)) {
    at += 1
    if (event.kind === 'ready') isReady = true
    if ('what' in event && event.what.includes('"checkpoint"')) checkpoints += event.kind === 'tried' ? 1 : -1
    if (!isReady) continue
    const during = checkpoints > 0 ? 'checkpoint' : 'work'
    moments[during].push({ at, during })
  }
  const spread = (from: Moment[], count: number) =>
    Array.from({ length: count }, (_, n) => from[Math.floor(((n + 1) / count) * (from.length - 1))])
  const half = Math.floor(cuts / 2)
  return [...spread(moments.work, cuts - half), ...spread(moments.checkpoint, half)]
    .filter((moment) => moment !== undefined)
    .sort((one, other) => one.at - other.at)
}

async function cutAt(
  moments: Moment[],
  { folder, traceFile, copy }: { folder: string; traceFile: string; copy: string },
): Promise<Cut[]> {
  const disk = new Disk()
  const known = { tried: new Set<string>(), acknowledged: new Set<string>() }
  const cuts: Cut[] = []
  let at = 0
  for await (const event of readTrace(traceFile)) {
    at += 1
    if ('what' in event) known[event.kind].add(event.what)
    else if (event.kind !== 'ready') disk.apply(event)
    for (const { during } of moments.filter((moment) => moment.at === at)) {
      const before = cuts.filter((cut) => cut.during === during).length
      const leaves = before % 2 === 0 ? 'anything' : 'nothing'
      await disk.cut(leaves, folder, copy, randomFrom(at))
      const found = await lookInto(copy, known)
      cuts.push({ at, during, leaves, acknowledged: known.acknowledged.size, ...found })
      await rm(copy, { recursive: true, force: true })
    }
  }
  return cuts
}

type Known = Record<'tried' | 'acknowledged', Set<string>>

async function lookInto(copy: string, { tried, acknowledged }: Known): Promise<Pick<Cut, 'lost' | 'broken'>> {
  const { db, withSession, close } = await openDatabase({ kind: 'pglite', dataDir: copy })
  try {
    const rows = async <Row>(text: string) => (await sql.raw<Row>(text).execute(db)).rows
    const notes = await rows<{ id: number; text: string }>('select * from notes')
    const texts = new Map(notes.map(({ id, text }) => [id, text]))
    const tables = (
      await rows<{ name: string }>(`select relname as name from pg_class where relname ~ '^made_'`)
    ).map(({ name }) => name)
    const isThere = (deed: Deed) => {
      if (deed.kind === 'note') return texts.get(deed.id) === deed.text
      if (deed.kind === 'drop table') return !tables.includes(deed.name)
      if (deed.kind === 'checkpoint') return true
      return tables.includes(deed.name) || tried.has(JSON.stringify({ kind: 'drop table', name: deed.name }))
    }
    const broken: string[] = []
    const expect = (what: string, one: unknown, other: unknown) => {
      if (one !== other) broken.push(`${what}: ${one} and ${other}`)
    }
    const [tally] = await rows<{ sum: number }>('select sum(notes)::int from tally')
    expect('notes and their tally', notes.length, tally?.sum)
    await withSession(async ({ script, query }) => {
      await script('set enable_seqscan = off; set enable_bitmapscan = off')
      const [indexed] = await query<{ n: number }>("select count(*)::int as n from notes where text > ''")
      expect('notes and their index', notes.length, indexed?.n)
      await script('reset all')
    })
    for (const { id, text } of notes) expect(`note ${id}`, text, textOf(id))
    for (const name of tables) expect(name, (await rows(`select * from ${name}`)).length, 500)
    await rows(`insert into notes select n, n::text from generate_series(1000000, 1000200) n`)
    await withSession(({ script }) => script('checkpoint'))
    return { lost: [...acknowledged].filter((what) => !isThere(JSON.parse(what))), broken }
  } finally {
    await close()
  }
}

async function* readTrace(file: string): AsyncGenerator<TraceEvent> {
  for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line)
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
