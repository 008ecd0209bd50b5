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
const maxMb = 700
const maxLaterMb = 300

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
  const peakMb = await watchMemory(started.pid ?? 0, once(started, 'exit'))
  expect(started.exitCode).toBe(0)
  process.stdout.write(`the first start took at most ${peakMb} MB\n`)
  expect(peakMb).toBeLessThan(maxMb)

  const again = start()
  const laterPeakMb = await watchMemory(again.pid ?? 0, once(again, 'exit'))
  expect(again.exitCode).toBe(0)
  process.stdout.write(`a later start took at most ${laterPeakMb} MB\n`)
  expect(laterPeakMb).toBeLessThan(maxLaterMb)
  expect((await readdir(place)).sort()).toEqual(['database', 'database.lock'])
})
