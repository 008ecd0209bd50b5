import { weeklyMail } from '@app/content/ru/mail/weekly'
import { weekBefore, weekOf } from '@app/domain/desk/weeks'
import type { Kysely } from 'kysely'
import type { Mailer } from '../../mail/mailer.ts'
import type { Tables } from '../../services/tables.ts'
import { countPeople } from '../people/people-query.ts'
import { refreshDesk } from '../people/refresh-desk.ts'
import { readWeek } from './week-figures.ts'
import type {} from './weekly-tables.ts'

export type WeeklyMailServices = {
  db: Kysely<Tables>
  mailer: Pick<Mailer, 'send'>
  owner: { email: string }
  siteUrl: string
  now: () => Date
}

/** Beyond this number the mail names only the limit. */
const maxWaiting = 10_000

/** Sends the weekly mail once and marks it. Only a crash between sending and marking repeats it. */
export async function sendWeeklyMail(services: WeeklyMailServices, monday: string): Promise<void> {
  const { db, mailer, owner, siteUrl, now } = services
  const planned = await db
    .selectFrom('weekly_mails')
    .select('sent_at')
    .where('monday', '=', monday)
    .executeTakeFirst()
  if (!planned || planned.sent_at) return

  const week = weekOf(monday)
  await refreshDesk(db)
  const waiting = await countPeople(db, { view: 'waiting' }, { now: now(), max: maxWaiting })
  const mail = weeklyMail({
    week,
    figures: await readWeek(db, week),
    before: await readWeek(db, weekBefore(week)),
    ...{ waiting: waiting.people, siteUrl },
  })
  await mailer.send({ to: owner.email, ...mail })
  await db.updateTable('weekly_mails').set({ sent_at: now() }).where('monday', '=', monday).execute()
}
