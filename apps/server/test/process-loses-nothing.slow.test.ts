import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '@app/platform/database/open-database'
import { expect, test as testAnywhere } from 'vitest'
import { attemptOf, givenInstallation } from './given-installation.ts'

// Each makes an embedded database of its own, so that the run on PostgreSQL would only repeat it.
const test = testAnywhere.runIf(process.env.TEST_DATABASE === 'pglite')

const { folder, data, run, serving, stopServing, ask } = await givenInstallation()

const sendLead = () =>
  ask('/api/leads', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(attemptOf()),
  })

test('a killed process has lost no lead that it acknowledged', async () => {
  const first = await serving()
  const tokens: string[] = []
  const sending = Array.from({ length: 4 }, async () => {
    for (;;) {
      const response = await sendLead().catch(() => null)
      if (!response) return
      const { resultToken } = (await response.json().catch(() => ({}))) as { resultToken?: string }
      if (!resultToken) return
      tokens.push(resultToken)
      if (tokens.length === 12) first.process.kill('SIGKILL')
    }
  })
  await Promise.all(sending)
  expect(await first.exit).toBe('SIGKILL')

  await serving()
  expect(tokens.length).toBeGreaterThanOrEqual(12)
  for (const token of tokens) {
    const found = await ask(`/api/leads/result/${token}`)
    expect(found.status).toBe(200)
  }
})

test('a backup made while leads arrive is restored elsewhere with every lead that was acknowledged before it', async () => {
  const script = (name: string) => path.join(import.meta.dirname, '../../../scripts', name)
  const file = path.join(folder, 'copy.sealed')
  const elsewhere = path.join(folder, 'elsewhere')
  const secret = { BACKUP_PASSPHRASE: 'пять слов и одна ёлка' }
  const server = await serving()
  const saveLead = async () => {
    const answer = await sendLead()
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { resultToken: string }).resultToken
  }
  const before = [await saveLead(), await saveLead()]

  const backup = run({ DATA_DIR: data, ...secret }, [script('backup.ts'), file])
  let hasEnded = false
  backup.exit.then(() => {
    hasEnded = true
  })
  let meanwhile = 0
  while (!hasEnded) {
    await saveLead()
    meanwhile += 1
  }
  expect(await backup.exit, backup.output()).toBe(0)
  expect(meanwhile).toBeGreaterThan(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  server.process.kill('SIGTERM')
  await server.exit

  const restore = (given: Record<string, string>) =>
    run({ DATA_DIR: elsewhere, ...given }, [script('restore.ts'), file])
  const closed = restore({ BACKUP_PASSPHRASE: 'шесть слов и две ёлки' })
  expect(await closed.exit).toBe(1)
  expect(closed.output()).toContain('The passphrase is another one')
  const killed = restore(secret)
  await expect
    .poll(() => existsSync(path.join(elsewhere, 'restored/database')), { timeout: 150_000 })
    .toBe(true)
  // It cannot end before the other one has begun.
  killed.process.kill('SIGSTOP')
  const beside = restore(secret)
  expect(await beside.exit).toBe(1)
  expect(beside.output()).toContain('is in use')
  killed.process.kill('SIGKILL')
  await killed.exit
  const restored = restore(secret)
  expect(await restored.exit, restored.output()).toBe(0)
  expect(readdirSync(elsewhere)).not.toContain('restored')
  const again = restore(secret)
  expect(await again.exit).toBe(1)
  expect(again.output()).toContain('is there already')

  expect(readdirSync(elsewhere)).toContain('restored-from')
  const moved = await serving({ DATA_DIR: elsewhere, LOG_LEVEL: 'info' })
  await expect.poll(moved.output).toContain('restored from a backup')
  await expect.poll(() => readdirSync(elsewhere)).not.toContain('restored-from')
  for (const token of before) {
    const found = await ask(`/api/leads/result/${token}`)
    expect(found.status).toBe(200)
  }
}, 300_000)

test('a statement that overstays is refused, and no lead that was acknowledged is lost', async () => {
  await stopServing()
  const database = await openDatabase({ kind: 'pglite', dataDir: path.join(data, 'database') })
  await database.withSession(({ script }) =>
    script(`create function public.stay() returns int language plpgsql as $$ begin loop end loop; end $$;
      grant execute on function public.stay() to public;`),
  )
  await database.close()
  // Long enough for the leads, whose statements stand still where the machine is busy.
  await serving({ STATEMENT_SECONDS: '5' })
  const config = await ask('/api/client-config')
  const { supabaseKey } = (await config.json()) as { supabaseKey: string }
  const stay = async () => {
    const headers = { apikey: supabaseKey }
    const refusal = await ask('/rest/v1/rpc/stay', { method: 'POST', headers })
    return [refusal.status, refusal.headers.get('retry-after')]
  }

  const tokens: string[] = []
  const refusals: unknown[] = []
  const sending = Array.from({ length: 4 }, async () => {
    while (tokens.length < 24) {
      const answer = await sendLead()
      expect(answer.status).toBe(201)
      tokens.push(((await answer.json()) as { resultToken: string }).resultToken)
      if (tokens.length === 8 || tokens.length === 16) refusals.push(await stay())
    }
  })
  // Nobody waits for the database to ask whether the process lives.
  const living = sending.map(async (each) => {
    expect((await ask('/api/health')).status).toBe(200)
    await each
  })
  await Promise.all(living)

  expect(refusals).toEqual([
    [503, '5'],
    [503, '5'],
  ])
  for (const token of tokens) {
    const found = await ask(`/api/leads/result/${token}`)
    expect(found.status).toBe(200)
  }
}, 240_000)
