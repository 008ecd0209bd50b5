/** The part of `npm run bench:platform` that is about realtime, alone. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareBroadcasts } from './broadcasts.ts'
import { startOurs } from './start-ours.ts'

const folder = await mkdtemp(join(tmpdir(), 'bench-broadcasts-'))
const ours = await startOurs(folder)
await compareBroadcasts(ours)
await ours.stop()
await rm(folder, { recursive: true, force: true })
