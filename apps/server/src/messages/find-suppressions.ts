import type { Kysely } from 'kysely'
import { listWithdrawn } from '../consents/consent-repository.ts'
import type { Tables } from '../services/tables.ts'

/** The recipient of a program. `phone` is written as WhatsApp writes it. */
export type Reader = { phone: string | null; userId: string | null }

/** Each field suppresses a program's messages. */
export type Suppression = {
  /** The number has opted out in WhatsApp. */
  optedOut: boolean
  /** The user stopped the messages in the cabinet. */
  withdrawn: boolean
}

/**
 * Finds the suppressions of these readers, in their order. The sender asks again about the message
 * that it holds.
 */
export async function findSuppressions(
  db: Kysely<Tables>,
  readers: readonly Reader[],
): Promise<Suppression[]> {
  const phones = readers.flatMap(({ phone }) => phone ?? [])
  const userIds = readers.flatMap(({ userId }) => userId ?? [])
  const optedOut = await listOptedOut(db, phones)
  const withdrawn = await listWithdrawn(db, 'messages', userIds)
  return readers.map(({ phone, userId }) => ({
    optedOut: phone !== null && optedOut.has(phone),
    withdrawn: userId !== null && withdrawn.has(userId),
  }))
}

async function listOptedOut(db: Kysely<Tables>, phones: readonly string[]): Promise<Set<string | null>> {
  if (phones.length === 0) return new Set()
  const rows = await db
    .selectFrom('message_contacts')
    .select('phone')
    .where('phone', 'in', [...new Set(phones)])
    .where('opted_out_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ phone }) => phone))
}
