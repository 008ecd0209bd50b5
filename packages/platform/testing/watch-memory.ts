import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const everyMs = 50

/**
 * Measures the memory of a process and all that it has started, in MB, with what they share counted
 * once. Linux only.
 */
export async function weighFamily(pid: number): Promise<number> {
  const weights = await Promise.all((await familyOf(pid)).map(weigh))
  return Math.round(weights.reduce((sum, weight) => sum + weight, 0) / 1024)
}

/** The most that they take at one moment until `end`. */
export async function watchMemory(pid: number, end: Promise<unknown>): Promise<number> {
  let peak = 0
  let isOver = false
  const over = () => {
    isOver = true
  }
  end.then(over, over)
  while (!isOver) {
    peak = Math.max(peak, await weighFamily(pid))
    await sleep(everyMs)
  }
  return peak
}

/** A process and all below it. */
async function familyOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const children = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  const families = children.flatMap((line) => line.split(' ').filter(Boolean).map(Number)).map(familyOf)
  return [pid, ...(await Promise.all(families)).flat()]
}

/** In kB; nothing for a process that is gone. */
async function weigh(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
}
