import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Installation } from './installation.ts'

/** Sends a signal to every process of an installation's PostgreSQL: its first one, and those that it has made. */
export async function signalPostgres({ postgres }: Installation, signal: NodeJS.Signals): Promise<void> {
  const folder = postgres?.databaseDir
  if (!folder) throw new Error('this PostgreSQL is not ours')
  const [first = ''] = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  const pids = [Number(first), ...(await childrenOf(Number(first)))]
  for (const pid of pids) process.kill(pid, signal)
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    }),
  )
  return pids.filter((_, at) => parents[at] === parent)
}
