import type { Buyer } from '@app/domain/orders/order'
import { isSubcategory, type Subcategory } from '@app/domain/result/categories'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type { DepositProof } from './deposit-repository.ts'

/** Who asks, as the request shows it. */
export type Asker = { userId: string | null; resultToken: string | null; email: string | null }

/** `buyer` is whom the order is for; `proof` is what was proven of that, which decides about deposits. */
export type FoundBuyer = { buyer: Buyer; proof: Omit<DepositProof, 'test'> }

/**
 * Finds out who buys. A signed-in user buys for themselves; a visitor who shows a lead's token buys as that lead; anybody
 * else only names an e-mail. A token of somebody else's lead tells nothing about a signed-in user.
 */
export async function findBuyer(db: Kysely<Tables>, asker: Asker): Promise<FoundBuyer> {
  const user = asker.userId ? await findUser(db, asker.userId) : null
  const shown = asker.resultToken ? await findLeadByToken(db, asker.resultToken) : null
  const lead = user ? await leadOfUser(db, user.id, shown) : shown
  const provenLead = shown && lead?.id === shown.id ? shown : null
  return {
    buyer: {
      userId: user?.id ?? lead?.user_id ?? null,
      leadId: lead?.id ?? null,
      email: user?.email ?? lead?.email ?? asker.email,
      name: lead?.name ?? user?.name ?? null,
      phone: lead?.phone ?? user?.phone ?? null,
      subcategory: subcategoryOf(lead?.category),
    },
    proof: {
      userId: user?.id ?? null,
      confirmedEmail: user?.isConfirmed ? user.email : null,
      leadId: provenLead?.id ?? null,
    },
  }
}

const leadColumns = ['id', 'user_id', 'email', 'name', 'phone', 'category'] as const

function findLeadByToken(db: Kysely<Tables>, resultToken: string) {
  return db
    .selectFrom('quiz_leads')
    .select(leadColumns)
    .where('result_token', '=', resultToken)
    .executeTakeFirst()
}

type Lead = NonNullable<Awaited<ReturnType<typeof findLeadByToken>>>

/** The lead shown, if it may be the user's; else their newest, one they are known to own before one linked to them. */
async function leadOfUser(
  db: Kysely<Tables>,
  userId: string,
  shown: Lead | null | undefined,
): Promise<Lead | undefined> {
  if (shown && (shown.user_id === userId || shown.user_id === null)) return shown
  return db
    .selectFrom('quiz_leads')
    .select(leadColumns)
    .where('user_id', '=', userId)
    .orderBy((order) => order.case().when('ownership', '=', 'own').then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function findUser(db: Kysely<Tables>, userId: string) {
  const row = await db
    .selectFrom('auth.users')
    .select(['id', 'email', 'email_confirmed_at', 'raw_user_meta_data'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const told = row.raw_user_meta_data
  return {
    id: row.id,
    email: row.email,
    isConfirmed: row.email_confirmed_at !== null,
    name: textOf(told?.name) ?? textOf(told?.full_name),
    phone: textOf(told?.phone) ?? textOf(told?.phone_number),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() ? value.trim().slice(0, 200) : null
}

function subcategoryOf(stored: string | null | undefined): Subcategory | null {
  const last = stored?.slice(-2)
  return isSubcategory(last) ? last : null
}
