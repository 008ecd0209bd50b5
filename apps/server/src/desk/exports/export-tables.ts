import { exportTexts as texts } from '@app/content/ru/ui/desk/exports'
import { recordWords } from '@app/content/ru/ui/record-words'
import type { ExportRequest } from '@app/contracts/desk/exports'
import type { Conversation, Undelivered } from '@app/contracts/desk/messages'
import type { MoneyOrder } from '@app/contracts/desk/money'
import type { PersonRow } from '@app/contracts/desk/people'
import { shownProgramState } from '@app/domain/desk/people'
import { tiynPerTenge } from '@app/domain/orders/products'
import type { Kysely } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import {
  conversationIds,
  readConversations,
  readUndelivered,
  undeliveredIds,
} from '../messages/conversations-query.ts'
import { moneyOrderIds, readMoneyOrders } from '../money/money-query.ts'
import { foundPeopleIds, resolveSearch, rowsOf } from '../people/people-query.ts'
import { snapshotIds } from './snapshot-ids.ts'
import type { Cell, Table } from './table.ts'

/** The number of rows in memory. */
const batchSize = 500

/** The table of a view: the very rows that its pages would show, one after another, without their end. */
export function createExportTable(
  db: Kysely<Tables>,
  request: ExportRequest,
  { now, seesAnswers }: ViewerContext,
): Table {
  switch (request.view) {
    case 'people': {
      const { look } = request
      const read = (ids: string[]) => rowsOf(db, ids, { now, seesAnswers })
      return {
        head: Object.values(texts.people),
        batches: readInBatches<PersonRow>(
          async () => snapshotIds(db, foundPeopleIds(db, await resolveSearch(db, look, now), now)),
          {
            read,
            idOf: ({ id }) => id,
            cells: personCells,
          },
        ),
      }
    }
    case 'orders': {
      const read = (ids: string[]) => readMoneyOrders(db, ids)
      return {
        head: Object.values(texts.orders),
        batches: readInBatches<MoneyOrder>(() => snapshotIds(db, moneyOrderIds(db, request.look)), {
          ...{ read, idOf: ({ orderId }) => orderId, cells: orderCells },
        }),
      }
    }
    case 'messages': {
      const read = (ids: string[]) => readConversations(db, ids, now)
      return {
        head: Object.values(texts.messages),
        batches: readInBatches<Conversation>(() => snapshotIds(db, conversationIds(request.look)), {
          ...{ read, idOf: ({ personId }) => personId, cells: conversationCells },
        }),
      }
    }
    case 'undelivered': {
      const read = (ids: string[]) => readUndelivered(db, ids)
      return {
        head: Object.values(texts.undelivered),
        batches: readInBatches<Undelivered>(() => snapshotIds(db, undeliveredIds(db)), {
          ...{ read, idOf: ({ messageId }) => messageId, cells: undeliveredCells },
        }),
      }
    }
  }
}

type ViewerContext = { now: Date; seesAnswers: boolean }

type BatchReader<Row> = {
  read: (ids: string[]) => Promise<Row[]>
  idOf: (row: Row) => string
  cells: (row: Row) => Cell[]
}

/** Rows move in their list while it is read, so first of all it is noted which they are, then each is read once. */
async function* readInBatches<Row>(
  note: () => ReturnType<typeof snapshotIds>,
  { read, idOf, cells }: BatchReader<Row>,
): AsyncGenerator<Cell[][]> {
  const noted = await note()
  for (let at = 0; at < noted.count; at += batchSize) {
    const ids = noted.slice(at, at + batchSize)
    const rows = new Map((await read(ids)).map((row) => [idOf(row), cells(row)]))
    yield ids.map((id) => rows.get(id)).filter((row) => row !== undefined)
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
    status: recordWords.status[row.status],
    finished: instant(row.finishedAt),
    category: row.category,
    source: row.source,
    agreed: yesOrNo(row.consents.includes('marketing')),
    stopped: yesOrNo(row.optedOut),
    bought: row.bought.map((product) => recordWords.product[product]).join(', '),
    paid: tenge(row.paidTiyn),
    due: tenge(row.dueTiyn),
    program: row.program && recordWords.program[shownProgramState(row.program)],
    programDay: row.program?.day ?? null,
    gifts: row.gifts.count,
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
    product: recordWords.product[row.product],
    state: recordWords.order[row.state],
    charge: tenge(row.chargeTiyn),
    due: tenge(row.dueTiyn),
    name: row.name,
    source: row.source,
    test: yesOrNo(row.test),
    gift: yesOrNo(row.isGift),
  }
  return Object.values(cells)
}

function conversationCells(row: Conversation): Cell[] {
  const cells: Record<keyof typeof texts.messages, Cell> = {
    name: row.name,
    phone: row.phone,
    gift: yesOrNo(row.isGift),
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
    gift: yesOrNo(row.isGift),
    email: row.email,
    at: instant(row.at),
    day: row.day,
    reason: recordWords.failure[row.failure],
  }
  return Object.values(cells)
}
