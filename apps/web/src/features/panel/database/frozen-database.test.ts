import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, onTestFinished, test } from 'vitest'
import { givenApi } from '../checks/given-api.ts'
import type { Outcome } from '../checks/outcome.ts'
import { runTest } from '../checks/run-test.ts'
import { checkAccess, checkConnection, checkSchema, type DatabaseKeys } from './database-checks.ts'

type Check = (keys: DatabaseKeys, signal: AbortSignal) => Promise<Outcome>
const checks: [string, Check][] = [
  ['connection', checkConnection],
  ['schema', (keys, signal) => checkSchema(keys, { askServer: async () => null, signal })],
  ['access', (keys, signal) => checkAccess(keys, { userId: 'x', askServer: async () => null, signal })],
]

test.each(checks)(
  'a database that stands still ends the %s test, and lets it be cancelled',
  async (_name, check) => {
    const database = await givenApi(() => null)
    onTestFinished(database.close)
    const client = new PostgrestClient(database.apiUrl, { retry: false })
    const keys = { visitor: client, administrator: client }
    const limits = { failure: 'failed', limitMs: 50 }

    const late = await runTest((signal) => check(keys, signal), limits, new AbortController().signal)
    expect(late).toMatchObject({ success: false, error: 'Ответа нет дольше 0.05 с.' })

    const stop = new AbortController()
    const running = runTest((signal) => check(keys, signal), { failure: 'failed' }, stop.signal)
    stop.abort()
    expect(await running).toBeNull()
  },
)

const named = /^(Database connection|Schema check) failed: |^RLS test error: /
test.each(checks)(
  'a database that is away or somebody else is named by the %s test',
  async (_name, check) => {
    const { signal } = new AbortController()
    const page = await givenApi(() => ({ status: 500, text: '<html></html>', type: 'text/html' }))
    onTestFinished(page.close)
    const other = new PostgrestClient(page.apiUrl, { retry: false })
    const wrong = await check({ visitor: other, administrator: other }, signal)
    expect(wrong.alert).toMatch(named)
    expect(wrong.alert).not.toContain('<')

    const gone = await givenApi(() => null)
    await gone.close()
    const client = new PostgrestClient(gone.apiUrl, { retry: false })
    const away = await check({ visitor: client, administrator: client }, signal)
    expect(away.alert).toMatch(named)
    expect(away.alert).not.toContain('TypeError')
    expect(away.error).toMatch(/Сервер\sне\sответил/)
  },
)
