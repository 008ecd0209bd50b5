import type { RowSecurity } from '@app/contracts/panel'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { QuizLeadRow } from '../leads/lead-tables.ts'
import type { Tables } from '../services/tables.ts'
import { countChangeableLeads } from './count-changeable-leads.ts'
import { type ProbeClaims, strangerClaims, visitorClaims } from './probe-claims.ts'

/** Carries the result out of a transaction that is rolled back. */
class ProbeResultCarrier extends Error {
  readonly security: RowSecurity

  constructor(security: RowSecurity) {
    super('seen')
    this.security = security
  }
}

/**
 * Tests whether policies protect leads. In a rolled-back transaction it inserts two leads with all
 * columns, and reads, changes and deletes them as a visitor and as another user.
 */
export async function probeRowSecurity(db: Kysely<Tables>, userId: string | null): Promise<RowSecurity> {
  try {
    return await db.transaction().execute(async (trx) => {
      throw new ProbeResultCarrier(await probeOnce(trx, userId))
    })
  } catch (error) {
    if (error instanceof ProbeResultCarrier) return error.security
    throw error
  }
}

async function probeOnce(trx: Transaction<Tables>, userId: string | null): Promise<RowSecurity> {
  const { rows } = await sql<{ is_on: boolean }>`
    select relrowsecurity as is_on from pg_class where oid = 'public.quiz_leads'::regclass`.execute(trx)
  const owners = userId ? [null, userId] : [null]
  const leads = await trx
    .insertInto('quiz_leads')
    .values(owners.map(probeLead))
    .returning(['id', sql<Record<string, unknown>>`to_jsonb(quiz_leads)`.as('row')])
    .execute()
  const ids = leads.map(({ id }) => id)
  const visitor = await countSeenAndChanged(trx, ids, [visitorClaims])
  const stranger = await countSeenAndChanged(trx, ids, strangerClaims(new Date()))
  return {
    isOn: rows[0]?.is_on === true,
    visitorSees: visitor.sees,
    visitorChanges: visitor.changes,
    strangerSees: stranger.sees,
    strangerChanges: stranger.changes,
    row: leads.at(-1)?.row ?? {},
  }
}

function probeLead(userId: string | null): Insertable<QuizLeadRow> {
  const id = crypto.randomUUID()
  return {
    id,
    user_id: userId,
    created_at: new Date(),
    name: 'Панель',
    email: `${id}@panel.example.com`,
    phone: '+77000000000',
    quiz_answers: '{}',
    category: 'AA1',
    locale: 'ru',
    country: 'KZ',
    city: 'Алматы',
    attempt_id: crypto.randomUUID(),
    rules_version: 'panel',
    scores: '{}',
    result_token: crypto.randomUUID(),
    ownership: userId ? 'own' : 'anonymous',
    confirmed_at: new Date(),
  } satisfies Required<Insertable<QuizLeadRow>>
}

/** Returns the most rows that any of these callers sees and can change. */
async function countSeenAndChanged(trx: Transaction<Tables>, ids: string[], each: readonly ProbeClaims[]) {
  const maxima = { sees: 0, changes: 0 }
  for (const claims of each) {
    await sql`savepoint looking`.execute(trx)
    await sql`
      select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
        set_config('role', ${claims.role}, true)`.execute(trx)
    const seen = await trx.selectFrom('quiz_leads').select('id').where('id', 'in', ids).execute()
    maxima.sees = Math.max(maxima.sees, seen.length)
    maxima.changes = Math.max(maxima.changes, await countChangeableLeads(trx, claims.sub ?? null))
    // Gives the role back, too.
    await sql`rollback to savepoint looking`.execute(trx)
  }
  return maxima
}
