import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openDatabase } from '../../src/database/open-database.ts'
import type { DatabaseTemplate } from '../template.ts'
import { testTimeouts } from '../test-timeouts.ts'
import { Disk, isLogPath, type Leaves, leftovers } from './disk.ts'
import type { TraceEvent } from './file-events.ts'
import { type Found, type Known, lookInto } from './look-into.ts'

/**
 * What one cut came to. The power goes just after something was acknowledged, or, while a checkpoint is made, just after
 * anything but the log has changed: if it is `ahead of the log`, while some of that was written and not yet synced.
 */
export type Cut = Found & {
  at: number
  after: 'acknowledgement' | 'checkpoint' | 'ahead of the log'
  leaves: Leaves
  acknowledged: number
}

type Work = { template: DatabaseTemplate; rounds: number }

/**
 * Lets a program write to PGlite, cuts its power at many of the worst moments of all it did, and opens what each would have
 * left on the disk.
 */
export async function cutPower({ template, rounds, cuts }: Work & { cuts: number }): Promise<Cut[]> {
  const place = await mkdtemp(join(tmpdir(), 'power-cut-'))
  try {
    const [folder, trace] = [join(place, 'db'), join(place, 'trace')]
    await prepare(folder, template)
    const disk = await Disk.with(folder, join(place, 'before'))
    await runWriter(folder, trace, rounds)
    return await cutAt(await chooseMoments(trace, disk, cuts), { disk, trace, copy: join(place, 'copy') })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function prepare(dataDir: string, template: DatabaseTemplate): Promise<void> {
  if (template.kind !== 'pglite') throw new Error('Only PGlite writes to a folder of ours.')
  const dump = new Blob([await readFile(template.dumpFile)])
  const { withSession, close } = await openDatabase({ kind: 'pglite', dataDir, dump, ...testTimeouts })
  await withSession(({ script }) =>
    script(`
      create table notes (id int primary key, text text not null);
      create index on notes (text);
      create table tally (writer int primary key, notes int not null);
      insert into tally select n, 0 from generate_series(0, 7) n;
      grant insert on notes to anon;
      grant select, update on tally to anon;
    `),
  )
  await close()
}

async function runWriter(folder: string, trace: string, rounds: number): Promise<void> {
  const record = ['--import', join(import.meta.dirname, 'record-files.ts')]
  const program = [join(import.meta.dirname, 'writer.ts'), folder, String(rounds)]
  const writer = spawn(process.execPath, [...record, ...program], {
    env: { ...process.env, POWER_CUT_FOLDER: folder, POWER_CUT_TRACE: trace },
    stdio: 'inherit',
  })
  const [code, signal] = await once(writer, 'exit')
  if (signal !== 'SIGKILL') throw new Error(`The writer ended by itself, with ${code}.`)
}

type Moment = Pick<Cut, 'at' | 'after' | 'leaves'>

/** Chooses among the worst moments; half of the cuts come after an acknowledgement. */
async function chooseMoments(trace: string, disk: Disk, cuts: number): Promise<Moment[]> {
  const moments = await listMoments(trace, disk)
  const half = Math.floor(cuts / 2)
  const ahead = Math.min(moments['ahead of the log'].length, Math.ceil(half / 2))
  return [
    ...spread('acknowledgement', cuts - half),
    ...spread('ahead of the log', ahead),
    ...spread('checkpoint', half - ahead),
  ]

  function spread(after: Cut['after'], count: number): Moment[] {
    const from = moments[after]
    // The first to lose what was acknowledged, the first to find pages without their log.
    const kinds = after === 'acknowledgement' ? leftovers : leftovers.toReversed()
    return Array.from({ length: count }, (_, n): Moment[] => {
      const at = from[Math.floor(((n + 0.5) / count) * from.length)]
      const leaves = kinds[n % kinds.length]
      return at === undefined || leaves === undefined ? [] : [{ at, after, leaves }]
    }).flat()
  }
}

async function listMoments(trace: string, disk: Disk): Promise<Record<Cut['after'], number[]>> {
  const moments: Record<Cut['after'], number[]> = {
    acknowledgement: [],
    checkpoint: [],
    'ahead of the log': [],
  }
  const logsMade = new Set<number>()
  const unsyncedLogs = new Set<number>()
  const isLog = (file: number) => logsMade.has(file) || disk.isLog(file)
  let [at, checkpoints] = [0, 0]
  for await (const event of readTrace(trace)) {
    at += 1
    if ('what' in event) {
      if (event.what.includes('"checkpoint"')) checkpoints += event.kind === 'tried' ? 1 : -1
      else if (event.kind === 'acknowledged') moments.acknowledgement.push(at)
      continue
    }
    if (event.kind === 'create' && event.file !== null && isLogPath(event.path)) logsMade.add(event.file)
    const isOfLog = 'path' in event ? event.path.startsWith('pg_wal') : isLog(event.file)
    if (event.kind === 'sync') unsyncedLogs.delete(event.file)
    else if (isOfLog && event.kind === 'write') unsyncedLogs.add(event.file)
    else if (!isOfLog && checkpoints > 0)
      moments[unsyncedLogs.size > 0 ? 'ahead of the log' : 'checkpoint'].push(at)
  }
  return moments
}

async function cutAt(
  moments: Moment[],
  { disk, trace, copy }: { disk: Disk; trace: string; copy: string },
): Promise<Cut[]> {
  const known: Known = { tried: new Set(), acknowledged: new Set() }
  const cuts: Promise<Cut>[] = []
  let at = 0
  for await (const event of readTrace(trace)) {
    at += 1
    if ('what' in event) known[event.kind].add(event.what)
    else await disk.apply(event)
    for (const moment of moments.filter((each) => each.at === at)) {
      // Two at a time are looked into.
      await cuts.at(-2)
      const place = `${copy}-${cuts.length}`
      await disk.cut(moment.leaves, place, randomFrom(at))
      const then = { tried: new Set(known.tried), acknowledged: new Set(known.acknowledged) }
      cuts.push(lookAndRemove(place, then, moment))
    }
  }
  return Promise.all(cuts)
}

async function lookAndRemove(place: string, known: Known, moment: Moment): Promise<Cut> {
  const found = await lookInto(place, known)
  await rm(place, { recursive: true, force: true })
  return { ...moment, acknowledged: known.acknowledged.size, ...found }
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
