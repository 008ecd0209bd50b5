import { unreachedNoteMail } from '@app/content/ru/mail/unreached-note'
import type { Owner } from '@app/contracts/client-config'
import type { Kysely } from 'kysely'
import type { Mailer } from '../../mail/mailer.ts'
import type { Tables } from '../../services/tables.ts'
import { findSubscription } from '../subscription-repository.ts'

export type UnreachedNoteServices = {
  db: Kysely<Tables>
  mailer: Pick<Mailer, 'send'>
  siteUrl: string
  owner: Owner
}

/**
 * Notifies the buyer that WhatsApp cannot reach the program's number. An order without an e-mail
 * gets no mail.
 */
export async function sendUnreachedNote(
  { db, mailer, siteUrl, owner }: UnreachedNoteServices,
  subscriptionId: string,
): Promise<void> {
  const subscription = await findSubscription(db, subscriptionId)
  if (!subscription?.email || !subscription.phone) return
  const { email, phone, invId, isGift, progress } = subscription
  if (!progress.isUndeliverable || progress.state !== 'active') return
  await mailer.send({ to: email, ...unreachedNoteMail({ invId, phone, isGift, siteUrl, owner }) })
}
