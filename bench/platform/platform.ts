/**
 * What does our backend cost beyond the statements its requests end in, and how does it stand against `@supabase/lite`?
 *
 * Each backend runs in a process of its own on PGlite on disk, with the same table and policies; PGlite by itself runs
 * the same statements with no one to serve, and behind `node:http`. They take turns of the same length; the fastest of each counts, and ratios are
 * printed, with the processor time that its process took for each.
 * The peer is installed from the npm registry into a temporary folder.
 *
 *   npm run bench:platform
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Backend } from './backend.ts'
import { type Bare, openBare, openSyncedBare } from './bare.ts'
import { compareBroadcasts } from './broadcasts.ts'
import { type Client, openClient } from './client.ts'
import { startBareHttp } from './start-bare-http.ts'
import { startOurs } from './start-ours.ts'
import { startPeer } from './start-peer.ts'

const rounds = 3
const turnMs = 1_200
const concurrency = 16

const folder = await mkdtemp(join(tmpdir(), 'bench-platform-'))
const folderOf = async (name: string) => {
  await mkdir(join(folder, name))
  return join(folder, name)
}
const [peer, ours, bare, syncedBare, bareHttp] = await Promise.all([
  folderOf('peer').then(startPeer),
  folderOf('ours').then(startOurs),
  folderOf('bare').then(openBare),
  folderOf('synced').then(openSyncedBare),
  folderOf('http').then((of) => startBareHttp(of, concurrency)),
])
const [ourClient, peerClient] = await Promise.all([
  openClient(ours, concurrency),
  openClient(peer, concurrency),
])

console.log(
  `PGlite on disk, ${concurrency} at a time, best of ${rounds} turns of ${turnMs} ms, load ${loadavg()[0]?.toFixed(1)}`,
)
await compare('lead inserts', 'insertLead', baresOf('insertLead'))
await compare('latest-lead reads', 'readLatest', baresOf('readLatest'))
console.log(
  '  bare: one caller in the same process, no HTTP, no token, no role and no policy; it never syncs to the disk. Synced as ours, ' +
    'an answer waits for the disk. All are compiled for speed, ours for its memory. Those two have no client beside them that takes processor time; ' +
    'over HTTP it is `node:http` in a process of its own, and whoever asks.',
)
await compare('password sign-ins', 'signInByPassword')
await compare('code sign-ins', 'signInByCode')
await compare('refreshes', 'refresh')
const [ourMb, peerMb] = [await ours.readMemory(), await peer.readMemory()]
console.log(`resident memory: ${ourMb} MB, ${peer.name} ${peerMb} MB, ratio ${(ourMb / peerMb).toFixed(2)}`)

await Promise.all([peer.stop(), bare.close(), syncedBare.close(), bareHttp.stop()])
await compareBroadcasts(ours)
await ours.stop()
await rm(folder, { recursive: true, force: true })

type Operation = Exclude<keyof Client, 'disconnect'>
type Side = {
  name: string
  once: () => Promise<unknown>
  readCpuMs: () => Promise<number>
  after?: () => void
}
/** How many a second, and the processor time of each in milliseconds: what its process took, and what this one took to ask. */
type Turn = { rate: number; cpuMs: number; clientMs: number }

/** Lets everyone take turns at the same, one to warm up, and prints how many a second each does at best. */
async function compare(what: string, operation: Operation, bares: readonly Side[] = []): Promise<void> {
  const sides: [Side, ...Side[]] = [
    sideOf(ours, ourClient, operation),
    sideOf(peer, peerClient, operation),
    ...bares,
  ]
  const best = new Map<Side, Turn>()
  for (let round = 0; round <= rounds; round++) {
    await Promise.all([ours.clearMails(), peer.clearMails()])
    for (const side of sides) {
      const turn = await measureTurn(side)
      if (round > 0 && turn.rate > (best.get(side)?.rate ?? 0)) best.set(side, turn)
    }
  }
  const [own, ...others] = sides
  const rateOf = (side: Side) => best.get(side)?.rate ?? 0
  const told = (side: Side) => {
    const { cpuMs = 0, clientMs = 0 } = best.get(side) ?? {}
    const client = side.readCpuMs === ownCpuMs ? '' : `, client ${clientMs.toFixed(2)}`
    return `${Math.round(rateOf(side))}/s (${cpuMs.toFixed(2)} ms of processor each${client})`
  }
  const against = others.map(
    (side) => `${side.name} ${told(side)}, ratio ${(rateOf(own) / rateOf(side)).toFixed(2)}`,
  )
  console.log(`${what}: ${[told(own), ...against].join('; ')}`)
}

function baresOf(operation: Exclude<keyof Bare, 'close'>): Side[] {
  return [
    { name: 'bare', once: () => bare[operation](), readCpuMs: ownCpuMs },
    { name: 'bare, synced as ours', once: () => syncedBare[operation](), readCpuMs: ownCpuMs },
    {
      name: 'the same over HTTP',
      once: bareHttp[operation],
      readCpuMs: bareHttp.readCpuMs,
      after: bareHttp.disconnect,
    },
  ]
}

function sideOf({ name, readCpuMs }: Backend, client: Client, operation: Operation): Side {
  return { name, once: client[operation], readCpuMs, after: client.disconnect }
}

async function ownCpuMs(): Promise<number> {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function measureTurn({ once, readCpuMs, after }: Side): Promise<Turn> {
  let done = 0
  const cpuBefore = await readCpuMs()
  const clientBefore = await ownCpuMs()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() - startedAt < turnMs) {
        await once()
        done += 1
      }
    }),
  )
  const tookMs = performance.now() - startedAt
  const clientMs = ((await ownCpuMs()) - clientBefore) / done
  const cpuMs = ((await readCpuMs()) - cpuBefore) / done
  after?.()
  return { rate: (done / tookMs) * 1000, cpuMs, clientMs }
}
