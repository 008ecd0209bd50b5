import { readFileSync } from 'node:fs'

/** What a process has taken so far: of processors since it began, and of memory of its own just now. */
export type Usage = { cpuMs: number; memoryMb: number }

/** Linux counts in hundredths of a second for whoever reads it, whatever its clock is. */
const tickMs = 10

/** Null where the system does not tell, which is anywhere but on Linux, and of a process that is gone. */
export function readUsage(pid: number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in brackets may hold anything; the time is in the 14th and 15th fields, the 12th and 13th behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const memory = /^RssAnon:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    return {
      cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
      memoryMb: Number(memory?.[1] ?? 0) / 1024,
    }
  } catch {
    return null
  }
}
