import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { listBlockingPrograms, listNumberQueues } from './number-queue.ts'
import type { Subscription } from './subscription-repository.ts'

/** Returns the due programs that no other program of the same number blocks today. */
export async function dropBlockedPrograms<Due extends { subscription: Subscription; phone: string }>(
  db: Kysely<Tables>,
  due: readonly Due[],
  now: Date,
): Promise<Due[]> {
  const phones = due.map(({ phone }) => phone)
  const queues = await listNumberQueues(db, phones, now)
  return due.filter(
    ({ subscription, phone }) =>
      listBlockingPrograms(queues.get(phone) ?? [], subscription, now).length === 0,
  )
}
