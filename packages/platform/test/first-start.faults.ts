import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { watchMemory } from '../testing/watch-memory.ts'

const program = join(import.meta.dirname, '../testing/open-and-close.ts')

/** Most memory that the first start may take at one moment, the process that opens and the one that it starts together. */
const mostMb = 700
const mostLaterMb = 300

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
  const mostAgain = await watchMemory(again.pid ?? 0, once(again, 'exit'))
  expect(again.exitCode).toBe(0)
  process.stdout.write(`a later start took at most ${mostAgain} MB\n`)
  expect(mostAgain).toBeLessThan(mostLaterMb)
  expect((await readdir(place)).sort()).toEqual(['database', 'database.lock'])
})
