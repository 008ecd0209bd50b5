import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

/** A backend in a process of its own, with what a client needs to use it. */
export type Backend = {
  name: string
  url: string
  publishableKey: string
  /** The `type` that a code from a mail is verified with. */
  codeType: 'email' | 'magiclink'
  /** The newest code that was mailed to the address. */
  readCode: (email: string) => Promise<string>
  /** Forgets the mails sent so far, so that reading a code stays as quick as it was. */
  clearMails: () => Promise<void>
  /** Its resident memory, in MB. */
  readMemory: () => Promise<number>
  /** The processor time that it has taken so far, in milliseconds. */
  readCpuMs: () => Promise<number>
  stop: () => Promise<void>
}

/** A child process and everything it has printed so far. */
export type Child = {
  process: ChildProcess
  printed: () => string
  forgetPrinted: () => void
  stop: () => Promise<void>
}

/** Starts a program under this Node.js. */
export function start(args: readonly string[], env: Record<string, string>, cwd?: string): Child {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  })
  // A benchmark that fails leaves nobody behind to slow down the next.
  process.once('exit', () => child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  return {
    process: child,
    printed: () => printed,
    forgetPrinted: () => {
      printed = ''
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const killing = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(killing)
    },
  }
}

/** Asks again until there is an answer. Throws with what the child printed when it ends or takes over two minutes. */
export async function waitFor<Answer>(child: Child, ask: () => Promise<Answer | undefined>): Promise<Answer> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined) return answer
    if (child.process.exitCode !== null || Date.now() > deadline) {
      throw new Error(
        `${child.process.spawnargs.join(' ')} did not get ready:\n${child.printed().slice(-2000)}`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Linux tells a process's resident memory. */
export async function readResidentMb({ process: { pid } }: Child): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024)
}

/** Linux counts a process's time, of all its threads, in hundredths of a second. */
export async function readCpuMs({ process: { pid } }: Child): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name before may have blanks in it; user and system time are the 14th and 15th of all.
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((utime ?? 0) + (stime ?? 0)) * 10
}
