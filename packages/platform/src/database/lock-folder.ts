import { readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** The locks this very process holds. */
const held = new Set<string>()

/**
 * Takes a data folder for this process and answers how to give it back. Two processes on one PGlite folder would
 * destroy it. A lock left behind by a process that has died does not count.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = `${resolve(folder)}.lock`
  const mine = await describeProcess(process.pid)
  try {
    await writeFile(file, mine, { flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const holder = await readFile(file, 'utf8').catch(() => '')
    if (held.has(file) || (holder !== mine && (await isAlive(holder)))) {
      throw new Error(`The data folder ${folder} is in use by process ${holder.split(' ')[0]}.`)
    }
    await writeFile(file, mine)
  }
  held.add(file)
  return async () => {
    held.delete(file)
    await rm(file, { force: true })
  }
}

/** A process number alone comes around again; with the moment the process started it does not. */
async function describeProcess(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const startedAt = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .at(19)
  return `${pid} ${startedAt ?? ''}`
}

async function isAlive(holder: string): Promise<boolean> {
  const pid = Number(holder.split(' ')[0])
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return (await describeProcess(pid)) === holder
}
