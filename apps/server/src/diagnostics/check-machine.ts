import { access, constants, stat, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { type Finding, found } from '@app/contracts/findings'
import type { Settings } from '../config.ts'
import {
  type Entry,
  evaluateClock,
  evaluateDisk,
  evaluateEnvFile,
  evaluateFolder,
  evaluateKeyFile,
  evaluateMemory,
  evaluateNode,
} from './evaluate-machine.ts'

/** Checks the version of Node and the memory that this process may use, with a container's limit. */
export function checkProcess(isEmbedded: boolean): Finding[] {
  const allowed = process.constrainedMemory()
  const bytes = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
  return [evaluateNode(process.versions.node), evaluateMemory(bytes, isEmbedded)]
}

/** Checks the free space of the disk that holds the data, or that will hold it after the first start. */
export async function checkDisk(dataDir: string, lowGigabytes: number): Promise<Finding[]> {
  const disk = await statfs(await nearestFolder(resolve(dataDir)))
  const room = { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize }
  return [evaluateDisk(room, lowGigabytes)]
}

/** The folder itself, or that above it which is there already. */
async function nearestFolder(folder: string): Promise<string> {
  const isThere = await readEntry(folder)
  return isThere || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

/** Checks the owners and permissions of the data, the keys and the settings. */
export async function checkFolders(backend: Settings['backend'], envFile: string): Promise<Finding[]> {
  const env = evaluateEnvFile(envFile, await readEntry(envFile))
  if (backend.mode === 'supabase') return env ? [env] : []
  const folder = await readEntry(backend.dataDir)
  const keys = evaluateKeyFile(backend.keyFile, await readEntry(backend.keyFile), folder)
  const own = evaluateFolder(backend.dataDir, folder, process.getuid?.() ?? null)
  return [own, ...(keys ? [keys] : []), ...(env ? [env] : [])]
}

async function readEntry(path: string): Promise<Entry> {
  const entry = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!entry) return null
  const isWritable = await access(path, constants.W_OK).then(
    () => true,
    () => false,
  )
  return { isFolder: entry.isDirectory(), owner: entry.uid, mode: entry.mode, isWritable }
}

/** Compares the clock with the Date header of the first of these servers that sends one. */
export async function checkClock(
  servers: readonly string[],
  now: () => Date,
  send: typeof fetch,
): Promise<Finding[]> {
  if (servers.length === 0) return [found('clock_alone', {})]
  let failure: unknown
  for (const server of servers) {
    try {
      const { headers } = await send(server, { method: 'HEAD', redirect: 'manual' })
      const theirs = new Date(headers.get('date') ?? '')
      if (!Number.isNaN(theirs.getTime())) return [evaluateClock(now(), theirs, new URL(server).host)]
    } catch (error) {
      failure = error
    }
  }
  throw failure ?? new Error('no server tells its time')
}
