import type { Week, WeekFigures } from '@app/domain/desk/weeks'
import type { Kysely } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { readFunnelTotals } from '../funnel-queries.ts'
import { sumMoney } from '../money/money-query.ts'

/** Reads the desk's funnel and money figures of a week. */
export async function readWeek(db: Kysely<Tables>, week: Week): Promise<WeekFigures> {
  const { visits, saved, checklist } = await readFunnelTotals(db, week)
  const money = await sumMoney(db, { from: week.monday, until: week.sunday, by: 'product' })
  const { paid, paidTiyn, refunded, refundedTiyn } = money.total
  const paidOf = (product: 'subscription' | 'consultation') =>
    money.groups.find(({ key }) => key === product)?.paid ?? 0
  return {
    ...{ visits, saved, checklist },
    ...{ programs: paidOf('subscription'), consultations: paidOf('consultation') },
    ...{ paid, paidTiyn, refunded, refundedTiyn },
  }
}
