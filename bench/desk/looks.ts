import { writeCsv } from '@app/server/desk/exports/csv'
import { createExportTable } from '@app/server/desk/exports/export-tables'
import { writeXlsx } from '@app/server/desk/exports/xlsx'
import { listConversations, listUndelivered } from '@app/server/desk/messages/conversations-query'
import { listConsultations } from '@app/server/desk/money/consultations'
import { listMoneyOrders, sumMoney } from '@app/server/desk/money/money-query'
import { countPeople, listPeople, type PeopleSearch } from '@app/server/desk/people/people-query'
import { findPerson } from '@app/server/desk/people/person-query'
import type { Tables } from '@app/server/services/tables'
import type { Kysely } from 'kysely'

type Look = { name: string; once: (db: Kysely<Tables>) => Promise<unknown> }

/** A view's first page, narrowed in its ways, and the same page with nothing narrowed, which they are measured against. */
export type View = { name: string; plain: Look; narrowed: Look[] }

const now = new Date()
const seesAnswers = true
const day = (before: number) => new Date(now.getTime() - before * 86_400_000).toISOString().slice(0, 10)

const people = (name: string, look: PeopleSearch): Look => ({
  name,
  once: async (db) => {
    await listPeople(db, look, { now, limit: 50, seesAnswers })
    await countPeople(db, look, { now, max: 500 })
  },
})
const orders = (name: string, look: object): Look => ({
  name,
  once: (db) => listMoneyOrders(db, { from: day(90), until: day(0), ...look }, { limit: 50 }),
})
const money = (by: 'day' | 'week' | 'product' | 'source'): Look => ({
  name: `by ${by}`,
  once: (db) => sumMoney(db, { from: day(30), until: day(0), by }),
})

export const views: readonly View[] = [
  {
    name: 'people',
    plain: people('everybody', {}),
    narrowed: [
      people('waiting', { view: 'waiting' }),
      people('yesterday, did not buy', { view: 'yesterday' }),
      people('agreed, did not buy', { view: 'agreed' }),
      people('program stands', { view: 'stands' }),
      people('to be arranged', { view: 'arrange' }),
      people('to be contacted', { view: 'contact' }),
      people('with a debt', { view: 'due' }),
      people('yesterday from instagram, did not buy', {
        finished: 'yesterday',
        source: 'instagram',
        bought: 'nothing',
      }),
      people('bought a consultation', { bought: 'consultation' }),
      people('a status', { status: 'client' }),
      people('a category', { category: 'B2' }),
      people('a rare source', { source: 'flyer' }),
      people('a rare tag', { tag: 'вечер' }),
      people('by when they finished', { sort: 'finished' }),
      people('a common name', { search: 'Айгерим' }),
      people('a number', { search: '8 701 000 50 00' }),
      people('an address', { search: 'person5000@example.kz' }),
      people('nobody', { search: 'Зигфрид' }),
    ],
  },
  {
    name: 'messages',
    plain: { name: 'all', once: (db) => listConversations(db, { show: 'all', limit: 50, now }) },
    narrowed: [
      { name: 'waiting', once: (db) => listConversations(db, { show: 'waiting', limit: 50, now }) },
      { name: 'undelivered', once: (db) => listUndelivered(db, { limit: 50 }) },
    ],
  },
  {
    name: 'orders',
    plain: orders('90 days', {}),
    narrowed: [
      orders('paid', { state: 'paid' }),
      orders('refunded', { state: 'refunded' }),
      orders('with a debt', { state: 'due' }),
      orders('consultations', { product: 'consultation' }),
    ],
  },
  { name: 'money', plain: money('day'), narrowed: [money('week'), money('product'), money('source')] },
  { name: 'consultations', plain: { name: 'all', once: listConsultations }, narrowed: [] },
  {
    name: 'a person',
    plain: {
      name: 'the newest',
      once: async (db) => {
        const { people: found } = await listPeople(
          db,
          { bought: 'subscription' },
          { now, limit: 1, seesAnswers },
        )
        return findPerson(db, found[0]?.id ?? '', { now, seesAnswers, reader: null, canMessage: true })
      },
    },
    narrowed: [],
  },
]

/** Everybody as a file; answers how many bytes that were. */
export async function exportAll(db: Kysely<Tables>, format: 'csv' | 'xlsx'): Promise<number> {
  const table = createExportTable(db, { view: 'people', format, look: {} }, { now, seesAnswers: true })
  let bytes = 0
  for await (const piece of format === 'csv' ? writeCsv(table) : writeXlsx(table, 'Люди'))
    bytes += piece.length
  return bytes
}
