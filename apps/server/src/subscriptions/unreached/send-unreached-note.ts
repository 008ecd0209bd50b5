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
 * Tells the buyer that WhatsApp does not reach the number of their program, while that is so. An order without an e-mail has nobody to send it to;
 * the owner has heard of it.
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
