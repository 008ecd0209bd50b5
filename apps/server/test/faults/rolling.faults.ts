import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compare } from './compare.ts'
import { givenInstallation, isReady, startProduct } from './installation.ts'
import { startLoad } from './load.ts'

const healthEveryMs = 250

/** Those of some processes that were ready when they were last asked, in turns: what a proxy does. */
function givenProxy(bases: string[]): { next: () => string; take: (base: string) => void } {
  let ready = [...bases]
  let turn = 0
  const timer = setInterval(async () => {
    const answers = await Promise.all(bases.map(isReady))
    ready = bases.filter((_, at) => answers[at])
  }, healthEveryMs)
  onTestFinished(() => clearInterval(timer))
  return {
    next: () => ready[turn++ % ready.length] ?? bases[turn % bases.length] ?? '',
    take: (base) => void bases.push(base),
  }
}

test('two processes are replaced by the next version, one after another, and no request fails', async () => {
  const installation = await givenInstallation('postgres')
  const migrations = path.join(path.dirname(installation.env.KEYS_FILE ?? ''), 'next-migrations')
  await cp(path.join(import.meta.dirname, '../../../../supabase/migrations'), migrations, { recursive: true })
  const expands = `alter table quiz_leads add next_version text not null default 'new';
    alter table orders add next_version text; create index on quiz_leads (next_version);`
  await writeFile(path.join(migrations, '29991231000000_expand.sql'), expands)
  const program = path.join(import.meta.dirname, '../next-version.ts')
  const env = { DRAIN_SECONDS: '2' }

  const old = [await startProduct(installation, { env }), await startProduct(installation, { env })]
  for (const each of old) await each.ready()
  const proxy = givenProxy(old.map(({ base }) => base))
  const load = startLoad(proxy.next, { retries: false })
  await load.progress(20)
  const next = []
  for (const each of old) {
    const one = await startProduct(installation, { program, env: { ...env, MIGRATIONS_DIR: migrations } })
    await one.ready()
    proxy.take(one.base)
    next.push(one)
    await load.progress(10)
    expect(await each.stop()).toBe(0)
  }
  await load.progress(20)
  await load.stop()
  // A connection that is refused was never taken: a proxy asks another one.
  load.refused.delete('ECONNREFUSED')
  for (const one of next) expect(await one.stop()).toBe(0)
  await compare('two processes replaced by the next version', installation, load)
  expect([...load.refused]).toEqual([])
})
