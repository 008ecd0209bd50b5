import type { Subcategory } from '@app/domain/result/categories'
import { useSession } from '#web/lib/session/session.ts'
import type { Buyer } from './start-payment.ts'

/** Returns the buyer for the result on screen. */
export function useBuyer(
  subcategory: Subcategory | null,
  { resultToken, attemptId, linkedLead }: Pick<Buyer, 'resultToken' | 'attemptId' | 'linkedLead'> = {},
): Buyer {
  const session = useSession()
  const person = session.status === 'signed-in' ? session.person : null
  return {
    userId: person?.id ?? null,
    hasEmail: Boolean(person?.email),
    subcategory,
    resultToken,
    attemptId,
    linkedLead,
  }
}
