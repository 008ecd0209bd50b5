import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { RegistryResponse } from '@app/contracts/desk/money'
import { readBackup } from '@app/platform/backup/read-backup'
import { inSnapshot } from '@app/platform/backup/read-database'
import { restoreBackup } from '@app/platform/backup/restore-backup'
import { writeBackup } from '@app/platform/backup/write-backup'
import { openDatabase } from '@app/platform/database/open-database'
import { openStore } from '@app/platform/storage/open-store'
import { givenEmptyDatabase } from '@app/platform/testing/given-database'
import { migrationsDir } from '@app/server/backups/backup-source'
import { makeQueueTables } from '@app/server/backups/restore-installation'
import { reconcileOrder } from '@app/server/payments/reconcile/reconcile-order'
import { readStatus } from '@app/server/payments/robokassa/robokassa-status'
import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const passphrase = 'пять слов и одна ёлка'
const minute = 60_000

/** A payment as the provider keeps it, whatever becomes of the shop's database. */
type Payment = { invId: number; orderId: string; notice: string; paidAt: Date; email: string }

let folder: string
/** The installation whose disk is lost. */
let lost: GivenServer
let sealed: Buffer
let kept: Payment
let gone: [Payment, Payment]

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lost-payments-'))
  lost = await givenServer()
  kept = await payOrder(lost, new Date(Date.now() - 90 * minute))
  sealed = await backUp(lost)
  gone = [
    await payOrder(lost, new Date(Date.now() - 60 * minute)),
    await payOrder(lost, new Date(Date.now() - 59 * minute)),
  ]
}, 180_000)
afterAll(async () => {
  await lost.close()
  await rm(folder, { recursive: true, force: true })
})

async function payOrder({ app }: GivenServer, paidAt: Date): Promise<Payment> {
  const shop = shopAt(app)
  const email = freshEmail(timur)
  const { invId, orderId } = await shop.placeOrder(buildIntent({ email }))
  const notice = buildNotice({ InvId: invId, Shp_order: orderId, EMail: email })
  expect((await shop.notify(notice)).body).toBe(`OK${invId}`)
  return { invId, orderId, notice, paidAt, email }
}

async function backUp({ db }: GivenServer): Promise<Buffer> {
  const store = openStore({ folder: path.join(folder, 'files') })
  const withSession = <Result>(work: Parameters<typeof inSnapshot<Result>>[1]) =>
    db.connection().execute((connection) => {
      const query = async <Row>(text: string, values: readonly unknown[] = []) =>
        (await connection.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
      return work({ query, script: async (text) => void (await query(text)) })
    })
  return Buffer.concat(
    await inSnapshot({ withSession }, async (session) => {
      const chunks: Buffer[] = []
      const source = { session, store, keys: null, now: new Date(), sealCost: 4 }
      for await (const chunk of writeBackup(source, passphrase)) chunks.push(chunk)
      return chunks
    }),
  )
}

/** A server on what the backup holds, in a database that was empty. */
async function givenRestored() {
  const target = await givenEmptyDatabase()
  const database = await openDatabase(target.settings)
  await restoreBackup(readBackup(Readable.from([sealed]), passphrase), {
    ...{ database, migrationsDir, prepare: makeQueueTables, store: null, keepKeys: null },
  })
  const server = await givenServer({ database: { settings: target.settings, opened: database } })
  return {
    server,
    async drop() {
      await server.close()
      await database.close().catch(() => {})
      await target.drop()
    },
  }
}

/**
 * Builds the provider's answer about a number, with or without the extra parameters of the page
 * that was paid.
 */
function statusOf({ orderId, paidAt }: Payment, isNaming: boolean): string {
  const field = `<UserField><Field><Name>Shp_order</Name><Value>${orderId}</Value></Field></UserField>`
  return `<OperationStateResponse><Result><Code>0</Code></Result>
    <State><Code>100</Code><RequestDate>${new Date().toISOString()}</RequestDate><StateDate>${paidAt.toISOString().replace('Z', '0000+00:00')}</StateDate></State>
    <Info><OutSum>5000.000000</OutSum></Info>${isNaming ? field : ''}</OperationStateResponse>`
}

/** A new visitor's unpaid order, which has come by the number of a payment that is not known here. */
async function placeUnderNumberOf({ app, db }: GivenServer, { invId }: Payment) {
  const intent = buildIntent()
  const order = await shopAt(app).placeOrder(intent)
  await db.updateTable('orders').set({ inv_id: invId }).where('id', '=', order.orderId).execute()
  return { intent, orderId: order.orderId }
}

const stateOf = async ({ db }: GivenServer, orderId: string) =>
  (await db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state

async function ask({ db, jobs, app }: GivenServer, orderId: string, answer: string): Promise<void> {
  const { turn } = await db
    .selectFrom('orders')
    .select('turn')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const gateway = { provider: 'robokassa', askStatus: async () => readStatus(answer) }
  await reconcileOrder({ db, jobs, log: app.log, gateway }, { orderId, turn })
}

/** The numbers of payments that the owner was told of. */
async function toldOf({ jobs, mailbox }: GivenServer): Promise<number[]> {
  await jobs.drainQueue()
  return mailbox.list().flatMap(({ text }) => Number(/Номер: (\d+)/.exec(text)?.[1] ?? []))
}

async function compareAtDesk({ app, signInAsStaff }: GivenServer, payments: readonly Payment[]) {
  const { token } = await signInAsStaff(`owner-${randomUUID()}@example.kz`)
  const lines = payments.map(({ invId, paidAt }) => `${invId};5000,00;${paidAt.toISOString().slice(0, 10)}`)
  const file = Buffer.from(['Номер счета;Сумма;Дата оплаты', ...lines].join('\n')).toString('base64')
  const response = await app.inject({
    method: 'POST',
    url: '/api/desk/money/registry',
    payload: { file },
    headers: { authorization: `Bearer ${token}` },
  })
  return response.json<RegistryResponse>()
}

describe('after a restore', () => {
  let server: GivenServer
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ server, drop } = await givenRestored())
  }, 180_000)
  afterAll(() => drop())

  test('the numbers of orders that are lost are not given again', async () => {
    const placed: number[] = []
    for (let count = 0; count < 5; count++)
      placed.push((await shopAt(server.app).placeOrder(buildIntent())).invId)
    expect(placed).not.toContain(gone[0].invId)
    expect(placed).not.toContain(gone[1].invId)
  })

  test.each([
    ['names the order that was paid', true],
    ['says when the money came', false],
  ])('nobody’s order is paid with somebody else’s money where the provider %s', async (_, isNaming) => {
    const payment = gone[isNaming ? 0 : 1]
    const { orderId, intent } = await placeUnderNumberOf(server, payment)
    await ask(server, orderId, statusOf(payment, isNaming))

    expect(await stateOf(server, orderId)).toBe('expired')
    const programs = await server.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('order_id', '=', orderId)
      .execute()
    expect(programs).toEqual([])
    expect((await toldOf(server)).filter((invId) => invId === payment.invId)).toHaveLength(1)
    // The provider takes no money for that number again, so that the visitor gets another one.
    const again = await shopAt(server.app).placeOrder(buildIntent({ email: intent.email ?? '' }))
    expect(again.invId).not.toBe(payment.invId)
    const answer = await shopAt(server.app).notify(buildNotice({ InvId: again.invId }))
    expect(answer.body).toBe(`OK${again.invId}`)
  })

  test('a repeated notice for a lost order pays no other, and the owner is told once', async () => {
    for (const payment of gone) {
      for (let times = 0; times < 3; times++)
        expect((await shopAt(server.app).notify(payment.notice)).statusCode).toBe(400)
    }
    const rows = await server.db.selectFrom('orders').select(['inv_id', 'state']).execute()
    for (const { invId } of gone) expect(rows.find((row) => row.inv_id === invId)?.state).toBe('expired')
    const told = await toldOf(server)
    // Once by asking, and once by the notice.
    for (const { invId } of gone) expect(told.filter((each) => each === invId)).toHaveLength(2)
    expect((await shopAt(server.app).notify(kept.notice)).body).toBe(`OK${kept.invId}`)
  })

  test('the desk lists the payments that are missing here, under nobody’s name', async () => {
    const compared = await compareAtDesk(server, [kept, ...gone])
    if (compared.outcome !== 'compared') throw new Error(compared.outcome)
    expect(compared.agreed).toBe(1)
    expect(compared.differences.filter(({ kind }) => kind !== 'missing_there')).toEqual(
      gone.map(({ invId }) => ({
        ...{ kind: 'unknown_here', invId, thereTiyn: 500_000, personId: null, name: null },
      })),
    )
  })
})

describe('a new installation with the same shop', () => {
  let server: GivenServer
  beforeAll(async () => {
    server = await givenServer()
  })
  afterAll(() => server.close())

  test('is paid nothing by the payments of the one before, and tells the owner of them', async () => {
    const payments = [kept, ...gone]
    const { orderId } = await placeUnderNumberOf(server, kept)
    for (const { notice } of payments) expect((await shopAt(server.app).notify(notice)).statusCode).toBe(400)
    await ask(server, orderId, statusOf(kept, false))
    expect(await stateOf(server, orderId)).toBe('expired')
    const told = await toldOf(server)
    for (const { invId } of payments) expect(told).toContain(invId)
    expect(await compareAtDesk(server, payments)).toMatchObject({
      differences: payments.map(({ invId }) => ({ kind: 'unknown_here', invId })),
    })
  })
})
