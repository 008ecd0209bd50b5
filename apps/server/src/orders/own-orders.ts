import { toWhatsappNumber } from '@app/domain/messages/phone'
import type { ProductType } from '@app/domain/orders/products'
import type { SubscriptionState } from '@app/domain/subscriptions/subscription'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'

/** The proof of an account, which a stranger cannot know. */
export type AccountProof = {
  userId: string | null
  /** The address that was confirmed by signing in. */
  confirmedEmail: string | null
}

/**
 * Builds a condition for the orders of an account: its own, and visitors' orders with its confirmed
 * e-mail.
 */
export function belongToAccount(
  where: ExpressionBuilder<Tables, 'orders'>,
  { userId, confirmedEmail }: AccountProof,
) {
  return where.or([
    ...(userId ? [where('orders.user_id', '=', userId)] : []),
    ...(confirmedEmail
      ? [
          where.and([
            where('orders.user_id', 'is', null),
            where(where.fn<string>('lower', ['orders.email']), '=', confirmedEmail.toLowerCase()),
          ]),
        ]
      : []),
  ])
}

/** The proof of a browser: the secrets of its intents, and the same e-mail. */
export type BrowserProof = {
  /** The orders of intents with a valid secret. */
  orderIds: readonly string[]
  email: string | null
}

/** The orders that this browser placed for this e-mail. */
export function belongToBrowser(
  where: ExpressionBuilder<Tables, 'orders'>,
  { orderIds, email }: BrowserProof,
) {
  if (!email || orderIds.length === 0) return where.or([])
  return where.and([
    where('orders.id', 'in', orderIds),
    where(where.fn<string>('lower', ['orders.email']), '=', email.toLowerCase()),
  ])
}

const maxListedPrograms = 200

/** A bought program: its phone in digits and its state. */
export type BoughtProgram = {
  createdAt: Date
  phone: string | null
  isGift: boolean
  state: SubscriptionState
}

/** The programs that this person has paid for, be they over. */
export async function listBoughtPrograms(
  db: Kysely<Tables>,
  proof: AccountProof & BrowserProof & { test: boolean },
): Promise<BoughtProgram[]> {
  const product: ProductType = 'subscription'
  const rows = await db
    .selectFrom('orders')
    .innerJoin('subscriptions', 'subscriptions.order_id', 'orders.id')
    .select(sql<string | null>`coalesce(subscriptions.phone, orders.phone)`.as('phone'))
    .select(['subscriptions.created_at', 'subscriptions.state', 'is_gift'])
    .where('orders.product', '=', product)
    .where('orders.state', '=', 'paid')
    .where('orders.test', '=', proof.test)
    .where((where) => where.or([belongToAccount(where, proof), belongToBrowser(where, proof)]))
    .orderBy('subscriptions.created_at', 'desc')
    .limit(maxListedPrograms)
    .execute()
  return rows.map((row) => ({
    createdAt: row.created_at,
    phone: row.phone === null ? null : toWhatsappNumber(row.phone),
    isGift: row.is_gift,
    state: row.state,
  }))
}

/**
 * Assigns paid orders with the user's confirmed e-mail to the user, with their programs. Repeating
 * it changes nothing.
 */
export async function adoptPurchases(db: Kysely<Tables>, userId: string): Promise<void> {
  const paid = db
    .selectFrom('orders')
    .innerJoin('auth.users', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb(fn('lower', ['orders.email']), '=', fn('lower', [ref('auth.users.email')])),
      ),
    )
    .select('orders.id')
    .where('auth.users.id', '=', userId)
    .where('auth.users.email_confirmed_at', 'is not', null)
    .where('orders.user_id', 'is', null)
    .where('orders.state', 'in', ['paid', 'refunded'])
  if (!(await paid.limit(1).executeTakeFirst())) return

  await db
    .updateTable('orders')
    .set({ user_id: userId })
    .where('id', 'in', paid)
    .where('user_id', 'is', null)
    .execute()
}
