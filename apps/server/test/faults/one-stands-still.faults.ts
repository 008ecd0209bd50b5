import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { givenInstallation, startProduct } from './installation.ts'
import { startLoad } from './load.ts'

const stillMs = 20_000

test('of two processes one stands still: the other serves on, and does what the first had begun', async () => {
  const installation = await givenInstallation('postgres')
  const still = await startProduct(installation)
  await still.ready()
  const other = await startProduct(installation)
  await other.ready()
  let bases = [still.base, other.base]
  let turn = 0
  const load = startLoad(() => bases[turn++ % bases.length] ?? other.base)
  await load.progress(40)

  still.process().kill('SIGSTOP')
  // What was on its way to it waits; what comes from now on is sent to the other.
  bases = [other.base]
  await load.progress(20)
  await sleep(stillMs)
  await load.progress(20)
  still.process().kill('SIGCONT')
  await still.ready()
  bases = [still.base, other.base]
  await load.progress(40)
  await load.stop()

  for (const each of [still, other]) expect(await each.stop()).toBe(0)
  await compare(`one of two processes stopped for ${stillMs / 1000} s`, installation, load)
})
