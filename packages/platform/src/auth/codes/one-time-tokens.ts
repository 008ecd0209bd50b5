import { createHash, createHmac, type KeyObject, randomBytes, randomInt } from 'node:crypto'
import { type QueryCreator, type RawBuilder, sql } from 'kysely'
import { runPrepared, withHints } from '../../database/hints.ts'
import type { OneTimeTokenType, PendingClaims, PlatformTables } from '../../database/tables.ts'
import type { Db, Trx } from '../../database/trx.ts'
import type { AuthContext } from '../auth-context.ts'
import type { IssuedCode } from './code.ts'
import type { MailFlow } from './mail-flow.ts'
import { allowedClaims } from './pending-claims.ts'

/**
 * The subject of a code. With a flow, the mail's link returns a code for the flow instead of a
 * session.
 */
type CodeFacts = {
  userId: string
  tokenType: OneTimeTokenType
  relatesTo: string
  flowId: string | null
}

export type NewCode = CodeFacts & {
  /** The claims of the request; undefined keeps the earlier ones. */
  offer?: PendingClaims | null
  /** The column that records the time of the mail, in the same statement. */
  sentAs?: 'confirmation_sent_at' | 'recovery_sent_at' | 'reauthentication_sent_at'
  /** True when this statement ends the transaction. */
  isLast?: boolean
  /** A flow that is stored with this code. */
  begins?: MailFlow | null
}

export type RedeemedCode = CodeFacts & { offer: PendingClaims | null }

type RedeemedTokenRow = {
  user_id: string
  token_type: OneTimeTokenType
  relates_to: string
  flow_state_id: string | null
  offer: PendingClaims | null
  accepted: boolean
}

/** Makes a new code for a user and forgets the one before it. Only hashes are kept. */
export async function issueCode(
  { keys, settings }: AuthContext,
  trx: Trx,
  { userId, tokenType, relatesTo, flowId, begins, offer, sentAs, isLast = false }: NewCode,
): Promise<IssuedCode> {
  const code = randomCode(settings.auth.otpLength)
  const linkToken = newLinkToken(flowId)
  const fresh = {
    token_hash: hashLinkToken(linkToken),
    relates_to: relatesTo,
    code_hash: hashCode(keys.pepper, userId, code),
    tries: 0,
    used_at: null,
    flow_state_id: flowId,
    ...(offer === undefined ? {} : { offer: offer && JSON.stringify(allowedClaims(settings.auth, offer)) }),
  }
  const keeping = (db: QueryCreator<PlatformTables>) =>
    db
      .insertInto('auth.one_time_tokens')
      .values({ id: crypto.randomUUID(), user_id: userId, token_type: tokenType, ...fresh })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'token_type'])
          .doUpdateSet({ ...fresh, created_at: sql<Date>`now()`, updated_at: sql<Date>`now()` }),
      )
  const writingTo = (trx: QueryCreator<PlatformTables>) =>
    sentAs
      ? trx.with('written_to', (db) =>
          db
            .updateTable('auth.users')
            .set({ [sentAs]: new Date(), updated_at: sql<Date>`now()` })
            .where('id', '=', userId),
        )
      : trx
  const query = keeping(writingTo(begins ? trx.with('begun', (db) => insertFlow(db, userId, begins)) : trx))
  await trx.executeQuery(withHints(query.compile(), { last: isLast, anyPlan: true }))
  return { code, linkToken }
}

/**
 * Locks all codes of a user in the global lock order: codes before sessions, flows and the user.
 * `whose` is the user's id or a query for it.
 */
export async function lockCodes(db: Db, whose: string | RawBuilder<unknown>): Promise<void> {
  await runPrepared(
    db,
    sql`select id from auth.one_time_tokens where user_id in (${whose}) order by token_type for update`,
  )
}

/** Locks the dummy code of `throttleKey` (`issueDummyCode`). */
export async function lockDummyCodes(db: Db, throttleKey: string): Promise<void> {
  await runPrepared(
    db,
    sql`select id from platform.decoy_codes where user_id = platform.decoy_id(${throttleKey}) order by token_type for update`,
  )
}

function insertFlow(db: QueryCreator<PlatformTables>, userId: string, { id, challenge, method }: MailFlow) {
  return db.insertInto('auth.flow_state').values({
    id,
    user_id: userId,
    code_challenge: challenge.challenge,
    code_challenge_method: challenge.method,
    provider_type: 'email',
    authentication_method: method,
  })
}

/** The prefix tells GoTrue's clients the flow of the link. */
export function newLinkToken(flowId: string | null): string {
  return `${flowId ? 'pkce_' : ''}${randomBytes(28).toString('hex')}`
}

export function randomCode(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('')
}

/**
 * Redeems a code in one statement, so that it works only once. `maxTries` counts wrong tries in the
 * same statement. Returns null for a wrong, used, expired or exhausted code; the caller must commit
 * even then.
 */
export async function redeemCode(
  { keys, settings }: AuthContext,
  trx: Trx,
  attempt: {
    userId: string
    tokenTypes: readonly OneTimeTokenType[]
    code: string
    maxTries?: number
  },
): Promise<RedeemedCode | null> {
  const codeHash = hashCode(keys.pepper, attempt.userId, attempt.code)
  await lockCodes(trx, attempt.userId)
  const redeeming = sql<RedeemedTokenRow>`
    update auth.one_time_tokens
    set tries = tries + 1, used_at = case when code_hash = ${codeHash} then now() end, updated_at = now()
    where user_id = ${attempt.userId} and token_type::text in (${sql.join(attempt.tokenTypes)})
      and used_at is null and tries < ${attempt.maxTries ?? 1_000_000}
      and created_at > now() - make_interval(secs => ${settings.auth.otpExp})
    returning user_id, token_type, relates_to, flow_state_id, offer, used_at is not null as accepted`
  const redeemed = toRedeemed((await runPrepared(trx, redeeming)).find((row) => row.accepted))
  if (redeemed?.flowId)
    await sql`select platform.unanswer_flows(array[${redeemed.flowId}::uuid])`.execute(trx)
  return redeemed
}

/**
 * Redeems a link's token, which is too long to guess. If only the requester can use the result, the
 * code stays valid, because mail scanners open links.
 */
export async function redeemLinkToken(
  { settings }: AuthContext,
  trx: Trx,
  attempt: { tokenTypes: readonly OneTimeTokenType[]; linkToken: string; keepCodeOfFlow: boolean },
): Promise<RedeemedCode | null> {
  const tokenHash = hashLinkToken(attempt.linkToken)
  await lockCodes(trx, sql`select user_id from auth.one_time_tokens where token_hash = ${tokenHash}`)
  const keeps = sql<boolean>`(flow_state_id is not null and ${attempt.keepCodeOfFlow}::boolean)`
  const { rows } = await sql<RedeemedTokenRow>`
    update auth.one_time_tokens
    set used_at = case when ${keeps} then null else now() end, updated_at = now(),
      token_hash = case when ${keeps} then 'followed ' || id else token_hash end
    where token_hash = ${tokenHash} and token_type::text in (${sql.join(attempt.tokenTypes)})
      and used_at is null and created_at > now() - make_interval(secs => ${settings.auth.otpExp})
    returning user_id, token_type, relates_to, flow_state_id, offer, true as accepted`.execute(trx)
  return toRedeemed(rows[0])
}

function toRedeemed(row: RedeemedTokenRow | undefined): RedeemedCode | null {
  if (!row) return null
  return {
    userId: row.user_id,
    tokenType: row.token_type,
    relatesTo: row.relates_to,
    flowId: row.flow_state_id,
    offer: row.offer,
  }
}

export function hashLinkToken(linkToken: string): string {
  return createHash('sha256').update(linkToken).digest('hex')
}

/**
 * A code as the database is shown it, which puts to it whose it is (`platform.code_hash`). Keyed,
 * because a million codes are soon tried against a bare hash.
 */
export function encodeWithPepper(pepper: KeyObject, code: string): string {
  return createHmac('sha256', pepper).update(`code ${code}`).digest('hex')
}

/** Hashes a code with its user, so that equal codes differ. */
function hashCode(pepper: KeyObject, userId: string, code: string): string {
  return createHash('sha256')
    .update(`${encodeWithPepper(pepper, code)} ${userId}`)
    .digest('hex')
}
