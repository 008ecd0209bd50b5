import type { ChildProcess } from 'node:child_process'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A share is counted over so many microseconds. */
const periodUs = 100_000

/** Where Linux keeps how much of the processor a group of processes gets: the first that this user may write to. */
const hierarchies = [
  {
    root: '/sys/fs/cgroup/cpu',
    limit: (group: string, quota: number) => writeFile(join(group, 'cpu.cfs_quota_us'), String(quota)),
  },
  {
    root: '/sys/fs/cgroup',
    limit: (group: string, quota: number) => writeFile(join(group, 'cpu.max'), `${quota} ${periodUs}`),
  },
]

/**
 * Gives a process, with all its threads, so small a share of one processor that two of them do not compete for it; false where
 * this user may not (it takes root and control groups, version 1 or 2). The share goes with the process.
 */
export async function giveShare(child: ChildProcess, share: number): Promise<boolean> {
  for (const { root, limit } of hierarchies) {
    const group = join(root, `bench-scale-${child.pid}`)
    try {
      await mkdir(group)
      await limit(group, Math.round(periodUs * share))
      await writeFile(join(group, 'cgroup.procs'), String(child.pid))
      child.once('exit', () => rmdir(group).catch(() => {}))
      return true
    } catch {
      await rmdir(group).catch(() => {})
    }
  }
  return false
}
