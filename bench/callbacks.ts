/**
 * How much does a payment notice cost beyond the database transaction it ends in?
 *
 * Each round settles fresh orders twice over: by signed notices over HTTP, and by the same statements run bare on the
 * same connections. The two take turns; the fastest round of each counts, and their ratio is printed.
 *
 *   node bench/callbacks.ts            PGlite on disk
 *   node bench/callbacks.ts postgres   a PostgreSQL of its own
 */
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { startPostgres } from '@app/platform/testing/start-postgres'
import { readConfig } from '@app/server/config'
import { openServer } from '@app/server/server'
import type { Tables } from '@app/server/services/tables'
import { buildNotice } from '@app/testing/payments/provider'
import { type Kysely, sql } from 'kysely'

const rounds = 5
const ordersARound = 300
const concurrency = 16

const kind = process.argv[2] === 'postgres' ? 'postgres' : 'pglite'
const folder = await mkdtemp(join(tmpdir(), 'bench-callbacks-'))
const postgres = kind === 'postgres' ? await startPostgres() : null
const settings = readConfig(
  {
    LOG_LEVEL: 'silent',
    SITE_URL: 'http://localhost:3000',
    DATA_DIR: folder,
    ...(postgres && { DATABASE_URL: `${postgres.url}/postgres` }),
  },
  sampleOwner,
)
const { app, db, close } = await openServer(settings, { siteDir: null })
const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/payment/webhook/robokassa`

const best = { bare: Number.POSITIVE_INFINITY, notices: Number.POSITIVE_INFINITY }
for (let round = 0; round < rounds; round++) {
  const forBare = await placeOrders(db)
  best.bare = Math.min(best.bare, await timeAll(forBare, settleBare))
  const forNotices = await placeOrders(db)
  best.notices = Math.min(best.notices, await timeAll(forNotices, settleByNotice))
}

const perSecond = (ms: number) => Math.round((ordersARound / ms) * 1000)
const load = loadavg()[0]?.toFixed(1)
console.log(
  `${kind}, ${ordersARound} orders, ${concurrency} at a time, best of ${rounds} rounds, load ${load}`,
)
console.log(`bare transaction   ${perSecond(best.bare)} a second`)
console.log(`signed notice      ${perSecond(best.notices)} a second`)
console.log(`ratio              ${(best.bare / best.notices).toFixed(2)} of the bare transaction's rate`)

await close()
await postgres?.stop()
await rm(folder, { recursive: true, force: true })

type PlacedOrder = { id: string; invId: number }

async function placeOrders(db: Kysely<Tables>): Promise<PlacedOrder[]> {
  const rows = Array.from({ length: ordersARound }, () => ({
    id: randomUUID(),
    inv_id: randomInt(1, 2 ** 31),
    product: 'subscription' as const,
    price_tiyn: 500_000,
    deposit_tiyn: 0,
    charge_tiyn: 500_000,
    test: false,
    email: 'aigerim@example.kz',
  }))
  const placed = await db.insertInto('orders').values(rows).returning(['id', 'inv_id']).execute()
  return placed.map(({ id, inv_id }) => ({ id, invId: inv_id }))
}

async function timeAll(
  orders: PlacedOrder[],
  settle: (order: PlacedOrder) => Promise<void>,
): Promise<number> {
  const waiting = [...orders]
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let order = waiting.pop(); order; order = waiting.pop()) await settle(order)
    }),
  )
  return performance.now() - startedAt
}

async function settleByNotice({ invId }: PlacedOrder): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: buildNotice({ InvId: invId }),
  })
  const answer = await response.text()
  if (answer !== `OK${invId}`) throw new Error(`a notice was answered ${answer}`)
}

/** What a settled notice writes, as plain statements. */
function settleBare({ id, invId }: PlacedOrder): Promise<void> {
  const body = buildNotice({ InvId: invId })
  return db.transaction().execute(async (trx) => {
    await sql`select * from orders where inv_id = ${invId} for update`.execute(trx)
    await sql`insert into payment_events (provider, operation, inv_id, order_id, verdict, authentic, method, body)
      values ('robokassa', 'result', ${invId}, ${id}, 'accepted', true, 'POST', ${body})`.execute(trx)
    await sql`update orders set state = 'paid', paid_at = now() where id = ${id}`.execute(trx)
    await sql`insert into subscriptions (order_id, started_on) values (${id}, current_date)`.execute(trx)
    for (const name of ['send_receipt', 'notify_owner']) {
      await sql`insert into pgboss.job (name, data) values (${name}, ${JSON.stringify({ orderId: id })})`.execute(
        trx,
      )
    }
  })
}
