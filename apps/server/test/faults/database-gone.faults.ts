import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { givenInstallation, isReady, startProduct } from './installation.ts'
import { startLoad } from './load.ts'
import { signalPostgres } from './postgres-processes.ts'

const goneMs = 15_000
/** What a visitor may wait for a refusal: for a connection, or for a statement to be given up. */
const maxAnswerMs = 13_000

test('a PostgreSQL that stands still, and then drops everything, is away and comes back', async () => {
  const installation = await givenInstallation('postgres')
  const product = await startProduct(installation)
  await product.ready()
  const load = startLoad(() => product.base)
  await load.progress(20)

  await signalPostgres(installation, 'SIGSTOP')
  const stoppedAt = performance.now()
  await expect.poll(() => isReady(product.base), { timeout: 10_000, interval: 200 }).toBe(false)
  const noticedMs = performance.now() - stoppedAt
  await sleep(goneMs - noticedMs)
  await signalPostgres(installation, 'SIGCONT')
  await product.ready()
  await load.progress(20)

  // As an administrator restarts it in a hurry: every connection breaks, and for a moment none is taken.
  await signalPostgres(installation, 'SIGQUIT').catch(() => {})
  await expect.poll(() => isReady(product.base), { timeout: 10_000, interval: 50 }).toBe(false)
  await installation.postgres?.startAgain()
  await product.ready()
  await load.progress(20)
  await load.stop()

  expect(await product.stop()).toBe(0)
  await compare(
    `PostgreSQL stopped for ${goneMs / 1000} s, then killed and started again`,
    installation,
    load,
  )
  expect(noticedMs).toBeLessThan(8_000)
  expect(load.maxAnswerMs()).toBeLessThan(maxAnswerMs)
  expect([...load.refused.keys()].filter((refusal) => refusal !== '503')).toEqual([])
  const outages = product.output().split('"the database does not answer"').length - 1
  expect(outages).toBeLessThanOrEqual(2)
})
