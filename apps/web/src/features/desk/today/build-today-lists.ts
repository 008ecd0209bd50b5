import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { todayTexts as texts } from '@app/content/ru/ui/desk/today'
import { formatShortDay } from '@app/content/ru/writing/date'
import { formatTenge } from '@app/content/ru/writing/money'
import { formatPhone } from '@app/content/ru/writing/phone'
import type { Today } from '@app/contracts/desk/today'
import { lastDigitsOf } from '../parts/contact-links.ts'
import type { WaitingList, WaitingRow } from './waiting-list.tsx'

type ListProps = Parameters<typeof WaitingList>[0]
type LimitedRows<Row> = { rows: readonly Row[]; count: number; isMore: boolean }

const personLink = (id: string | undefined) => (id === undefined ? null : `/desk/people/${id}`)

/** Falls back to the contact when there is no name. */
const nameOf = (name: string | null) =>
  name === null ? texts.nobody : /^\d{10,15}$/.test(name) ? formatPhone(name) : name

/** Names a gift by its number and its buyer. */
const conversationNameOf = ({ name, giftPhone }: { name: string | null; giftPhone: string | null }) =>
  giftPhone ? peopleTexts.giftReader(lastDigitsOf(giftPhone), name) : name

/** Builds the lists for a role, most urgent first. */
export function buildTodayLists(today: Today, now: Date): ListProps[] {
  const day = (at: string | null) => (at === null ? '' : formatShortDay(new Date(at), now))
  const list = <Row>(
    id: keyof typeof texts.lists,
    all: string,
    found: LimitedRows<Row> | null,
    toLine: (row: Row) => Omit<WaitingRow, 'name'> & { name: string | null },
  ): ListProps[] =>
    found
      ? [
          {
            ...{ id, all, texts: texts.lists[id], count: found.count, isMore: found.isMore },
            lines: found.rows.map(toLine).map((line) => ({ ...line, name: nameOf(line.name) })),
          },
        ]
      : []
  return [
    ...list('asks', '/desk/messages', today.asks, ({ personId, since, question, mayStop, ...asks }) => ({
      ...{
        key: personId,
        to: personLink(personId) ?? null,
        name: conversationNameOf(asks),
        note: day(since),
        more: mayStop ? `${texts.mayStop} ${question}` : question,
      },
    })),
    ...list(
      'paid',
      '/desk/money',
      today.paid,
      ({ orderId, personId, name, product, isGift, chargeTiyn, at }) => ({
        ...{ key: orderId, to: personLink(personId) ?? '/desk/money', name, note: formatTenge(chargeTiyn) },
        more: `${isGift ? texts.gift : texts.products[product]}, ${day(at)}`,
      }),
    ),
    ...list('arrange', '/desk/people?view=arrange', today.arrange, ({ personId, name, paidAt }) => ({
      ...{ key: personId, to: personLink(personId), name, note: day(paidAt) },
    })),
    ...list('stands', '/desk/people?view=stands', today.stands, (row) => ({
      ...{ key: row.personId, to: personLink(row.personId), name: row.name },
      note: row.isGift ? texts.givenAway : texts.day(row.day),
      ...(row.isStopped && { more: texts.stopped }),
    })),
    ...list('contact', '/desk/people?view=contact', today.contact, ({ personId, name, on }) => ({
      ...{ key: personId, to: personLink(personId), name, note: day(on) },
    })),
    // Hidden while empty.
    ...(today.trapped?.count
      ? list('trapped', '', today.trapped, ({ trappedId, name, email, phone, at }) => ({
          ...{ key: trappedId, to: null, name, note: day(at) },
          more: `${email}, ${formatPhone(phone)}`,
          trappedId,
        }))
      : []),
    ...failureLists(today, day),
  ]
}

const undeliveredLink = '/desk/messages?show=undelivered'

/** Lists undelivered messages and, for whoever can mend them, faults. */
function failureLists({ undelivered, faults }: Today, day: (at: string) => string): ListProps[] {
  if (!undelivered && !faults) return []
  const broken = (faults ?? []).map((fault): WaitingRow => {
    const { title, text } = texts.faults[fault]
    return {
      key: fault,
      to: fault === 'person_missing' ? '/about' : '/misc',
      name: title,
      note: '',
      more: text,
    }
  })
  const lost = (undelivered?.rows ?? []).map(
    ({ personId, at, messages, ...asks }): WaitingRow => ({
      ...{ key: `${personId} ${at}`, to: personLink(personId) ?? undeliveredLink },
      ...{ name: nameOf(conversationNameOf(asks)), note: day(at), more: texts.undelivered(messages) },
    }),
  )
  return [
    {
      ...{ id: 'failed', all: undeliveredLink, texts: texts.lists.failed },
      count: broken.length + (undelivered?.count ?? 0),
      isMore: undelivered?.isMore ?? false,
      lines: [...broken, ...lost],
    },
  ]
}
