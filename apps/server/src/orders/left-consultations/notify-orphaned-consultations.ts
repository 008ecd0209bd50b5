import type { Kysely } from 'kysely'
import type { Jobs } from '../../jobs/jobs.ts'
import { alertOwnerJob } from '../../mail/alert-owner.job.ts'
import type { Tables } from '../../services/tables.ts'

type Services = { db: Kysely<Tables>; jobs: Pick<Jobs, 'enqueue'> }

const batchSize = 50

/**
 * Notifies the owner once of each paid consultation whose buyer deleted their account before it was
 * held. The mail holds the order number alone, because the contact is deleted with the account.
 */
export function notifyOrphanedConsultations({ db, jobs }: Services): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const left = await trx
      .selectFrom('left_consultations')
      .innerJoin('orders', 'orders.id', 'left_consultations.order_id')
      .select(['orders.id', 'orders.inv_id'])
      .orderBy('left_at')
      .limit(batchSize)
      .forUpdate('left_consultations')
      .skipLocked()
      .execute()
    for (const { id, inv_id } of left) {
      await trx.deleteFrom('left_consultations').where('order_id', '=', id).execute()
      await jobs.enqueue(trx, alertOwnerJob, { alert: 'buyer_left', reference: String(inv_id) })
    }
  })
}
