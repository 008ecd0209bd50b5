import { watchMemory, weighFamily } from '@app/platform/testing/watch-memory'
import { expect, test } from 'vitest'
import { givenInstallation, startProduct } from './installation.ts'
import { startLoad } from './load.ts'

/** The smallest server has 1 GB, of which the system takes some. */
const maxMb = 700

test('the first start and the first visitors fit a server of 1 GB', async () => {
  const installation = await givenInstallation('embedded')
  const product = await startProduct(installation)
  const visited = Promise.withResolvers<void>()
  const pid = product.process().pid ?? 0
  const watched = watchMemory(pid, visited.promise)
  await product.ready()
  const load = startLoad(() => product.base)
  await load.progress(100)
  await load.stop()
  visited.resolve()

  const peakMb = await watched
  process.stdout.write(
    `the product took at most ${peakMb} MB, and takes ${await weighFamily(pid)} MB after its first visitors\n`,
  )
  expect(peakMb).toBeLessThan(maxMb)
  expect(await product.stop(), product.output()).toBe(0)
})
