import type { Contact } from '@app/domain/quiz/answers'
import { sql, type Transaction } from 'kysely'
import { lockUser } from '../consents/consent-repository.ts'
import { unauthorized } from '../http/app-error.ts'
import { saveContactOfOwnLeads } from '../leads/lead-repository.ts'
import { adoptPurchases } from '../orders/own-orders.ts'
import type { Tables } from '../services/tables.ts'
import { changePhone } from '../subscriptions/change-phone.ts'
import type { DailyServices } from '../subscriptions/queue-due-messages.ts'
import { toAccountPhone } from './account-phone.ts'

export type ContactChanges = Partial<Pick<Contact, 'name' | 'phone'>>

/**
 * Saves changes of a user's name and phone to the account, the user's own leads and, unless
 * `keepPrograms`, the programs. Repeating it changes nothing. Returns the number of programs with a
 * new phone. Throws `unauthorized` for a deleted user.
 */
export async function saveContact(
  services: DailyServices,
  userId: string,
  changes: ContactChanges,
  { keepPrograms }: { keepPrograms: boolean },
): Promise<number> {
  await adoptPurchases(services.db, userId)
  return services.db.transaction().execute(async (trx) => {
    // First, as whoever deletes the account does, so that the two never wait for each other.
    if (!(await lockUser(trx, userId))) throw unauthorized()
    const { phone } = changes
    const moved =
      phone === undefined || keepPrograms ? 0 : await changePhone(trx, services, { userId, phone })
    await saveContactOfOwnLeads(trx, userId, changes)
    await saveContactOfAccount(trx, userId, changes)
    return moved
  })
}

/** Both tables store the name twice. */
async function saveContactOfAccount(
  trx: Transaction<Tables>,
  userId: string,
  { name, phone }: ContactChanges,
): Promise<void> {
  const told = {
    ...(name !== undefined && { name, full_name: name }),
    ...(phone !== undefined && toAccountPhone(phone)),
  }
  await sql`
    update auth.users
    set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(told)}::jsonb, updated_at = now()
    where id = ${userId}::uuid`.execute(trx)
}
