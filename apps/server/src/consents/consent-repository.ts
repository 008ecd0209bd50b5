import type { ConsentAction, ConsentKind, ConsentRecord } from '@app/domain/consents/consent'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type {} from './consent-tables.ts'
import type { AcceptedConsent } from './known-consents.ts'

type Acceptance = {
  leadId: string
  userId: string | null
  ip: string
  consents: AcceptedConsent[]
  /** The time of the consent, when it is not now. */
  at?: Date | undefined
}

/** Adds to the record of who agreed to what, when and from where; nothing is ever changed in it. */
export async function recordConsents(trx: Transaction<Tables>, acceptance: Acceptance): Promise<void> {
  const { leadId, userId, ip, at, consents } = acceptance
  await trx
    .insertInto('consents')
    .values(
      consents.map(({ kind, version, textSha256 }) => ({
        lead_id: leadId,
        user_id: userId,
        kind,
        version,
        text_sha256: textSha256,
        ip,
        source: 'quiz',
        ...(at && { accepted_at: at }),
      })),
    )
    .execute()
}

/**
 * Records the consents of a repeated lead, unless the same kind was already ticked or decided in
 * the cabinet.
 */
export async function recordConsentsUnlessKnown(
  db: Kysely<Tables>,
  given: Omit<Acceptance, 'userId'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ofLead = trx.selectFrom('quiz_leads').select('user_id').where('id', '=', given.leadId)
    const userId = (await ofLead.executeTakeFirst())?.user_id ?? null
    // The lock order everywhere: first the user, then the lead.
    if (userId) await lockUser(trx, userId)
    const lead = await ofLead.forNoKeyUpdate().executeTakeFirst()
    if (!lead || lead.user_id !== userId) return
    const before = await trx
      .selectFrom('consents')
      .select('kind')
      .where(({ eb, and, or }) =>
        or([
          eb('lead_id', '=', given.leadId),
          ...(userId ? [and([eb('user_id', '=', userId), eb('lead_id', 'is', null)])] : []),
        ]),
      )
      .execute()
    const consents = given.consents.filter(({ kind }) => before.every((one) => one.kind !== kind))
    if (consents.length > 0) await recordConsents(trx, { ...given, userId, consents })
  })
}

/**
 * Lists the acts of a user on every text, as far as they are certainly their own: ticks of an
 * attempt that was linked to them without sign-in count once they have said that it is theirs.
 */
export async function listConsents(db: Kysely<Tables>, userId: string): Promise<ConsentRecord[]> {
  const rows = await db
    .selectFrom('consents')
    .leftJoin('quiz_leads', 'quiz_leads.id', 'consents.lead_id')
    .select(['kind', 'act', 'version', 'accepted_at'])
    .where('consents.user_id', '=', userId)
    .where(({ eb, or }) => or([eb('ownership', 'is', null), eb('ownership', '<>', 'linked')]))
    .execute()
  return rows.map(({ kind, act, version, accepted_at: at }) => ({ kind, act, version, at }))
}

type OwnConsentAction = { userId: string; act: ConsentAction; text: AcceptedConsent; ip: string; at: Date }

/** Adds what a signed-in user did in the cabinet. */
export async function recordConsentAction(trx: Transaction<Tables>, own: OwnConsentAction): Promise<void> {
  const { kind, version, textSha256 } = own.text
  await trx
    .insertInto('consents')
    .values({
      user_id: own.userId,
      lead_id: null,
      kind,
      act: own.act,
      version,
      text_sha256: textSha256,
      accepted_at: own.at,
      ip: own.ip,
      source: 'cabinet',
    })
    .execute()
}

/** Holds a user against their deletion, and against whatever else holds them: a change of their consents, an order. False when there is no such user any more. */
export async function lockUser(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('auth.users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the users among `userIds` who withdrew a consent. */
export async function listWithdrawn(
  db: Kysely<Tables>,
  kind: ConsentKind,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('consents')
    .distinctOn('user_id')
    .select(['user_id', 'act'])
    .where('kind', '=', kind)
    .where('user_id', 'in', [...new Set(userIds)])
    .orderBy('user_id')
    .orderBy('accepted_at', 'desc')
    .execute()
  return new Set(rows.flatMap(({ user_id: id, act }) => (id && act === 'withdrawn' ? [id] : [])))
}

/** An SQL condition for a query on `messages`: the reader stopped the program's messages. */
export const hasStoppedMessages = sql<boolean>`coalesce((
  select act = 'withdrawn' from public.consents
  where consents.user_id = messages.user_id and consents.kind = 'messages'
  order by accepted_at desc limit 1), false)`
