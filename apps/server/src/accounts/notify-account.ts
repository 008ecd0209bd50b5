import { type NoticeMailKind, noticeMail } from '@app/content/ru/mail/notice'
import type { Owner } from '@app/contracts/client-config'
import { type Kysely, sql } from 'kysely'
import type { Mailer } from '../mail/mailer.ts'
import type { Tables } from '../services/tables.ts'

export type OwnerNoticeServices = {
  db: Kysely<Tables>
  mailer: Pick<Mailer, 'send'>
  siteUrl: string
  owner: Owner
}

/** Mails a user about removed sign-in methods. A deleted user gets no mail. */
export async function notifyAccount(
  { db, mailer, siteUrl, owner }: OwnerNoticeServices,
  { userId, at, kind }: { userId: string; at: string; kind: NoticeMailKind },
): Promise<void> {
  const { rows } = await sql<{ email: string | null }>`
    select email from auth.users where id = ${userId}::uuid and email_confirmed_at is not null`.execute(db)
  const to = rows[0]?.email
  if (!to) return
  const changed = { at: new Date(at), userAgent: null }
  await mailer.send({ to, ...noticeMail(kind, { siteUrl, owner, changed }) })
}
