import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { givenInstallation, type Mode, startProduct } from './installation.ts'
import { startLoad } from './load.ts'

const kills = 4

test.each<Mode>(['embedded', 'postgres'])('killed %s: nothing acknowledged is lost', async (mode) => {
  const installation = await givenInstallation(mode)
  const product = await startProduct(installation)
  await product.ready()
  const load = startLoad(() => product.base)
  for (let kill = 0; kill < kills; kill++) {
    await load.progress(10 + 7 * kill)
    product.process().kill('SIGKILL')
    await product.ready()
  }
  await load.progress(10)
  await load.stop()
  expect(await product.stop()).toBe(0)
  await compare(`${kills} kills, ${mode}`, installation, load)
})
