import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@app/platform/database/open-database'
import type { DatabaseSettings } from '@app/platform/settings'
import { freePort } from '@app/platform/testing/free-port'
import { testTimeouts } from '@app/platform/testing/test-timeouts'
import { givenDatabase } from '@app/testing/database/given-database'
import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent } from '@app/testing/payments/shop'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

type Running = { base: string; process: ChildProcess; exit: Promise<number | string> }

/** A folder, and in postgres mode a database, in which one server after another may run. */
async function givenHome(): Promise<{ settings: DatabaseSettings; env: Record<string, string> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'payment-kill-'))
  const given = await givenDatabase()
  onTestFinished(async () => {
    await given.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  if (given.settings.kind === 'postgres') {
    return { settings: given.settings, env: { DATA_DIR: dataDir, DATABASE_URL: given.settings.url } }
  }
  const folder = path.join(dataDir, 'database')
  await (await openDatabase({ ...given.settings, dataDir: folder })).close()
  const settings: DatabaseSettings = { kind: 'pglite', dataDir: folder, ...testTimeouts }
  return { settings, env: { DATA_DIR: dataDir } }
}

async function start(env: Record<string, string>): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'payment-server.ts')], {
    env: {
      PATH: process.env.PATH,
      // Where `npm test` keeps what is compiled already.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      DRAIN_SECONDS: '0',
      STATEMENT_SECONDS: '60',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exit = new Promise<number | string>((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? signal ?? 'nothing'))
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const base = `http://localhost:${port}`
  for (let tries = 0; tries < 1_200; tries++) {
    const ready = await fetch(`${base}/api/ready`).catch(() => null)
    if (ready?.ok) return { base, process: child, exit }
    await sleep(100)
  }
  throw new Error('the server did not become ready')
}

const notify = async ({ base }: Running, body: string) => {
  const response = await fetch(`${base}/api/payment/webhook/robokassa`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  }).catch(() => null)
  return response ? response.text() : null
}

async function countsIn(settings: DatabaseSettings) {
  const database = await openDatabase(settings)
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from orders where state = 'paid') as paid,
    (select count(*)::int from subscriptions) as programs,
    (select count(*)::int from payment_events where verdict = 'accepted') as events,
    (select count(*)::int from pgboss.job where name = 'send_receipt') as receipts,
    (select count(*)::int from pgboss.job where name = 'notify_owner') as notices`.execute(database.db)
  await database.close()
  return rows[0]
}

test.each(['before_commit', 'before_answer'])(
  'a server killed %s has paid once and lost nothing when the notice is repeated',
  async (fault) => {
    const { settings, env } = await givenHome()
    const first = await start({ ...env, FAULT: fault })
    const intent = buildIntent({ email: 'aigerim@example.kz' })
    const placed = await fetch(`${first.base}/api/payment/checkout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(intent),
    })
    const { invId, orderId } = (await placed.json()) as { invId: number; orderId: string }
    const notice = buildNotice({ InvId: invId, Shp_order: orderId })

    expect(await notify(first, notice)).toBeNull()
    expect(await first.exit).toBe('SIGKILL')

    const second = await start(env)
    const status = await fetch(`${second.base}/api/payment/status?invId=${invId}`, {
      headers: { 'x-intent-secret': intent.intentSecret },
    })
    const { state } = (await status.json()) as { state: string }
    expect(state).toBe(fault === 'before_commit' ? 'waiting' : 'confirmed')
    expect(await notify(second, notice)).toBe(`OK${invId}`)
    expect(await notify(second, notice)).toBe(`OK${invId}`)

    const receipts = async () => {
      const mails = (await (await fetch(`${second.base}/sandbox/api/mail`)).json()) as { to: string }[]
      return mails.filter(({ to }) => to === 'aigerim@example.kz').length
    }
    await expect.poll(receipts).toBe(1)
    second.process.kill('SIGTERM')
    expect(await second.exit).toBe(0)
    expect(await countsIn(settings)).toEqual({ paid: 1, programs: 1, events: 1, receipts: 1, notices: 1 })
  },
  120_000,
)
