/**
 * What does our backend cost beyond the statements its requests end in, and how does it stand against `@supabase/lite`?
 *
 * Each backend runs in a process of its own on PGlite on disk, with the same table and policies; PGlite by itself runs
 * the same statements with no one to serve. They take turns; the fastest round of each counts, and ratios are printed.
 * The peer is installed from the npm registry into a temporary folder.
 *
 *   npm run bench:platform
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBare } from './bare.ts'
import { compareBroadcasts } from './broadcasts.ts'
import { type Client, openClient } from './client.ts'
import { startOurs } from './start-ours.ts'
import { startPeer } from './start-peer.ts'

const rounds = 5
const concurrency = 16

const folder = await mkdtemp(join(tmpdir(), 'bench-platform-'))
const folderOf = async (name: string) => {
  await mkdir(join(folder, name))
  return join(folder, name)
}
const peer = await startPeer(await folderOf('peer'))
const ours = await startOurs(await folderOf('ours'))
const bare = await openBare(await folderOf('bare'))
const [ourClient, peerClient] = [await openClient(ours, concurrency), await openClient(peer, concurrency)]

console.log(
  `PGlite on disk, ${concurrency} at a time, best of ${rounds} rounds, load ${loadavg()[0]?.toFixed(1)}`,
)
await compare('lead inserts', 400, 'insertLead', bare.insertLead)
await compare('latest-lead reads', 400, 'readLatest', bare.readLatest)
await compare('password sign-ins', 48, 'signInByPassword')
await compare('code sign-ins', 48, 'signInByCode')
await compare('refreshes', 400, 'refresh')
const [ourMb, peerMb] = [await ours.readMemory(), await peer.readMemory()]
console.log(`resident memory: ${ourMb} MB, ${peer.name} ${peerMb} MB, ratio ${(ourMb / peerMb).toFixed(2)}`)

ourClient.close()
peerClient.close()
await Promise.all([ours.stop(), peer.stop(), bare.close()])
await rm(folder, { recursive: true, force: true })
await compareBroadcasts()

type Operation = Exclude<keyof Client, 'close'>

/** Lets everyone take turns at `count` of the same, once to warm up, and prints how many a second each does at best. */
async function compare(
  what: string,
  count: number,
  operation: Operation,
  bareOperation?: () => Promise<unknown>,
): Promise<void> {
  const best = { ours: 0, peer: 0, bare: 0 }
  for (let round = 0; round <= rounds; round++) {
    await Promise.all([ours.clearMails(), peer.clearMails()])
    if (round === 1) Object.assign(best, { ours: 0, peer: 0, bare: 0 })
    best.ours = Math.max(best.ours, await perSecond(count, ourClient[operation]))
    best.peer = Math.max(best.peer, await perSecond(count, peerClient[operation]))
    if (bareOperation) best.bare = Math.max(best.bare, await perSecond(count, bareOperation))
  }
  const against = [`${peer.name} ${Math.round(best.peer)}/s, ratio ${(best.ours / best.peer).toFixed(2)}`]
  if (bareOperation)
    against.push(`bare ${Math.round(best.bare)}/s, ratio ${(best.ours / best.bare).toFixed(2)}`)
  console.log(`${what}: ${Math.round(best.ours)}/s; ${against.join('; ')}`)
}

async function perSecond(count: number, once: () => Promise<unknown>): Promise<number> {
  let left = count
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) await once()
    }),
  )
  return (count / (performance.now() - startedAt)) * 1000
}
