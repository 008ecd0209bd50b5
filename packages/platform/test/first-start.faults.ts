import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'

const program = join(import.meta.dirname, '../testing/open-and-close.ts')

/** Most memory that the first start may take, the process that opens and the one that it starts together. */
const mostMb = 900

it('starts within its memory, however often it was killed before', async () => {
  const place = await mkdtemp(join(tmpdir(), 'first-start-'))
  onTestFinished(() => rm(place, { recursive: true, force: true, maxRetries: 3 }))
  const start = () => spawn(process.execPath, [program, join(place, 'database')], { stdio: 'inherit' })

  for (const afterMs of [300, 1_000, 3_000]) {
    const killed = start()
    await sleep(afterMs)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
  }
  const started = start()
  const most = await watchMemory(started.pid ?? 0, once(started, 'exit'))
  expect(started.exitCode).toBe(0)
  process.stdout.write(`the first start took at most ${most} MB\n`)
  expect(most).toBeLessThan(mostMb)

  const again = start()
  await once(again, 'exit')
  expect(again.exitCode).toBe(0)
  expect((await readdir(place)).sort()).toEqual(['database', 'database.lock'])
})

/** The sum of the peaks of a process and of each that it starts, in MB. */
async function watchMemory(pid: number, end: Promise<unknown>): Promise<number> {
  const peaks = new Map<number, number>()
  let isOver = false
  void end.then(() => {
    isOver = true
  })
  while (!isOver) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    for (const each of [pid, ...children.split(' ').filter(Boolean).map(Number)]) {
      const status = await readFile(`/proc/${each}/status`, 'utf8').catch(() => '')
      const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0)
      peaks.set(each, Math.max(peaks.get(each) ?? 0, kilobytes))
    }
    await sleep(50)
  }
  return Math.round([...peaks.values()].reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024)
}
