import { deskWords, exportTexts as texts } from '@app/content/ru/ui/desk/exports'
import type { ExportRequest } from '@app/contracts/desk/exports'
import type { Talk, Undelivered } from '@app/contracts/desk/messages'
import type { MoneyOrder } from '@app/contracts/desk/money'
import type { PersonRow } from '@app/contracts/desk/people'
import { shownProgramState } from '@app/domain/desk/people'
import { tiynPerTenge } from '@app/domain/orders/products'
import type { Kysely } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { listTalks, listUndelivered } from '../messages/talks-query.ts'
import { listMoneyOrders } from '../money/money-query.ts'
import { listPersonIds, readPersonRows } from '../people/people-ids.ts'
import type { Cell, Table } from './table.ts'

/** So many rows are in memory at once. */
const batchSize = 500

/** The table of a view: the very rows that its pages would show, one after another, without their end. */
export function tableOf(db: Kysely<Tables>, request: ExportRequest, now: Date): Table {
  switch (request.view) {
    case 'people':
      return { head: Object.values(texts.people), batches: peopleRows(db, request.look, now) }
    case 'orders':
      return {
        head: Object.values(texts.orders),
        batches: pages(async (after) => {
          const { orders, next } = await listMoneyOrders(db, { ...request.look, after }, { limit: batchSize })
          return { rows: orders.map(orderCells), next }
        }),
      }
    case 'messages':
      return {
        head: Object.values(texts.messages),
        batches: pages(async (after) => {
          const { talks, next } = await listTalks(db, { ...request.look, after, limit: batchSize, now })
          return { rows: talks.map(talkCells), next }
        }),
      }
    case 'undelivered':
      return {
        head: Object.values(texts.undelivered),
        batches: pages(async (after) => {
          const { messages, next } = await listUndelivered(db, { after, limit: batchSize })
          return { rows: messages.map(undeliveredCells), next }
        }),
      }
  }
}

type Page = { rows: Cell[][]; next: string | null }

async function* pages(read: (after: string | undefined) => Promise<Page>): AsyncGenerator<Cell[][]> {
  for (let after: string | undefined; ; ) {
    const { rows, next } = await read(after)
    yield rows
    if (next === null) return
    after = next
  }
}

/** People move in their list while it is read, so first of all it is noted who they are, then each is read once. */
async function* peopleRows(
  db: Kysely<Tables>,
  look: Extract<ExportRequest, { view: 'people' }>['look'],
  now: Date,
): AsyncGenerator<Cell[][]> {
  const ids = await listPersonIds(db, look, now)
  for (let at = 0; at < ids.count; at += batchSize) {
    const rows = await readPersonRows(db, ids.slice(at, at + batchSize), { now, seesAnswers: true })
    yield rows.map(personCells)
  }
}

const tenge = (tiyn: number) => tiyn / tiynPerTenge
const instant = (at: string | null) => (at === null ? null : new Date(at))
const yesOrNo = (is: boolean) => (is ? texts.yes : texts.no)

function personCells(row: PersonRow): Cell[] {
  const cells: Record<keyof typeof texts.people, Cell> = {
    name: row.name,
    email: row.email,
    phone: row.phone,
    status: deskWords.status[row.status],
    finished: instant(row.finishedAt),
    category: row.category,
    source: row.source,
    agreed: yesOrNo(row.consents.includes('marketing')),
    stopped: yesOrNo(row.optedOut),
    bought: row.bought.map((product) => deskWords.product[product]).join(', '),
    paid: tenge(row.paidTiyn),
    due: tenge(row.dueTiyn),
    program: row.program && deskWords.program[shownProgramState(row.program)],
    programDay: row.program?.day ?? null,
    lastIn: instant(row.lastInAt),
    lastOut: instant(row.lastOutAt),
    waits: instant(row.waitsSince),
    tags: row.tags.join(', '),
    nextContact: row.nextContactOn,
  }
  return Object.values(cells)
}

function orderCells(row: MoneyOrder): Cell[] {
  const cells: Record<keyof typeof texts.orders, Cell> = {
    invId: row.invId,
    at: instant(row.at),
    product: deskWords.product[row.product],
    state: deskWords.order[row.state],
    charge: tenge(row.chargeTiyn),
    due: tenge(row.dueTiyn),
    name: row.name,
    source: row.source,
    test: yesOrNo(row.test),
  }
  return Object.values(cells)
}

function talkCells(row: Talk): Cell[] {
  const cells: Record<keyof typeof texts.messages, Cell> = {
    name: row.name,
    phone: row.phone,
    at: instant(row.last.at),
    from: row.last.wrote === 'they' ? texts.they : texts.we,
    text: row.last.text,
    waits: instant(row.waitsSince),
  }
  return Object.values(cells)
}

function undeliveredCells(row: Undelivered): Cell[] {
  const cells: Record<keyof typeof texts.undelivered, Cell> = {
    name: row.name,
    phone: row.phone,
    email: row.email,
    at: instant(row.at),
    day: row.day,
    reason: deskWords.failure[row.failure],
  }
  return Object.values(cells)
}
