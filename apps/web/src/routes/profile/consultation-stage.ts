import type { Orders } from '@app/contracts/payments'

type Order = Pick<Orders['orders'][number], 'product' | 'state' | 'isHeld' | 'startsAt'>

/** The state of a paid consultation. `past`: its time is over, but it is not marked as held. */
export type ConsultationStage =
  | { stage: 'to-arrange' }
  | { stage: 'arranged' | 'past'; startsAt: Date }
  | { stage: 'held'; startsAt: Date | null }

const lengthMs = 60 * 60 * 1000

/**
 * Returns the consultation to show: the newest open one, else the newest held one; null without a
 * paid one.
 */
export function consultationStage(orders: readonly Order[], now: Date): ConsultationStage | null {
  const paid = orders.filter(({ product, state }) => product === 'consultation' && state === 'paid')
  const told = paid.find(({ isHeld }) => !isHeld) ?? paid[0]
  if (!told) return null
  const startsAt = told.startsAt === null ? null : new Date(told.startsAt)
  if (told.isHeld) return { stage: 'held', startsAt }
  if (!startsAt) return { stage: 'to-arrange' }
  return { stage: startsAt.getTime() + lengthMs > now.getTime() ? 'arranged' : 'past', startsAt }
}
