import { toWhatsappNumber } from '@app/domain/messages/phone'
import {
  canCorrectPhone,
  isOwnNumber,
  programsFollowingAccount,
} from '@app/domain/subscriptions/account-programs'
import type { Kysely } from 'kysely'
import { AppError, invalidInput, notFound } from '../http/app-error.ts'
import { inTransaction } from '../services/in-transaction.ts'
import type { Tables } from '../services/tables.ts'
import { changeSubscriptionPhone } from './change-phone.ts'
import { hasMessageOnItsWay } from './daily-message-repository.ts'
import { findAccountPhone } from './list-own-programs.ts'
import { lockSubscriptionsOfUser } from './subscription-repository.ts'

type PhoneCorrection = { userId: string; subscriptionId: string; phone: string }

/**
 * Corrects the number of a program, unless a message is in transit. A gift must not go to the
 * buyer's own numbers. @throws `not_found`, `program_begun` and `invalid_input`.
 */
export function correctPhone(
  db: Kysely<Tables>,
  { userId, subscriptionId, phone }: PhoneCorrection,
  now: Date,
): Promise<void> {
  const number = toWhatsappNumber(phone)
  if (number === null) throw invalidInput({ phone: 'phone' })
  return inTransaction(db, async (trx) => {
    const programs = await lockSubscriptionsOfUser(trx, userId)
    const program = programs.find(({ id }) => id === subscriptionId)
    if (!program) throw notFound()
    const accountPhone = await findAccountPhone(trx, userId)
    if (program.isGift && isOwnNumber(number, programs, accountPhone)) {
      throw invalidInput({ phone: 'own_number' })
    }
    const follows = programsFollowingAccount(programs, accountPhone).includes(program)
    await changeSubscriptionPhone(trx, program, phone, now)
    // Checked last, because a message may have been claimed during the move.
    const isOnItsWay = await hasMessageOnItsWay(trx, subscriptionId)
    if (!canCorrectPhone(program, { follows, isOnItsWay })) throw new AppError('program_begun')
  })
}
