import { noticeMail } from '@app/content/ru/mail/notice'
import { type Kysely, sql } from 'kysely'
import type { Mailer } from '../mail/mailer.ts'
import type { Tables } from '../services/tables.ts'

export type TellingServices = { db: Kysely<Tables>; mailer: Pick<Mailer, 'send'>; siteUrl: string }

/** Mails a user that their sessions were ended. Somebody who is deleted meanwhile is told nothing. */
export async function notifySessionsEnded(
  { db, mailer, siteUrl }: TellingServices,
  { userId, at }: { userId: string; at: string },
): Promise<void> {
  const { rows } = await sql<{ email: string | null }>`
    select email from auth.users where id = ${userId}::uuid and email_confirmed_at is not null`.execute(db)
  const to = rows[0]?.email
  if (!to) return
  const changed = { at: new Date(at), userAgent: null }
  await mailer.send({ to, ...noticeMail('sessions_ended', { siteUrl, changed }) })
}
