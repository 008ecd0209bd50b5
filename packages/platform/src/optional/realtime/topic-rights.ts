import { sql } from 'kysely'
import { type DatabaseIdentity, identityStatement, sessionEnded } from '../../database/act-as.ts'
import type { Db } from '../../database/trx.ts'
import { isPostgresError, isTransient } from '../../http/postgres-error.ts'
import type { Refusal } from './callers.ts'

/** A caller's rights to a private topic. */
export type TopicRights = {
  hearsBroadcast: boolean
  hearsPresence: boolean
  sendsBroadcast: boolean
  sendsPresence: boolean
}

export const everyRight: TopicRights = {
  hearsBroadcast: true,
  hearsPresence: true,
  sendsBroadcast: true,
  sendsPresence: true,
}

const noRight: TopicRights = {
  hearsBroadcast: false,
  hearsPresence: false,
  sendsBroadcast: false,
  sendsPresence: false,
}

/** The time that it is known whether there are policies: a first one may take so long to count. */
const rightsTtlMs = 2_000

/**
 * Asks the policies of `realtime.messages` what callers may do with private topics, by trying it in
 * a transaction that is rolled back. Those who ask the same at once are answered by one.
 */
export class RightsOfTopics {
  readonly #db: Db
  readonly #asked = new Map<string, Promise<TopicRights>>()
  #letIn: Promise<boolean> | null = null
  #letInUntilMs = 0

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * Returns no rights for an ended session or a failing policy. Throws when the database is
   * unavailable or busy.
   */
  find(identity: DatabaseIdentity, topic: string): Promise<TopicRights> {
    const key = JSON.stringify([identity, topic])
    const asked = this.#asked.get(key) ?? this.#ask(identity, topic).finally(() => this.#asked.delete(key))
    this.#asked.set(key, asked)
    return asked
  }

  /** Skipped when no policy could allow anything, to save a transaction. */
  async #ask(identity: DatabaseIdentity, topic: string): Promise<TopicRights> {
    const mayBeLetIn = identity.role === 'service_role' || (await this.#isAnybodyLetIn())
    return mayBeLetIn ? askRights(this.#db, identity, topic) : noRight
  }

  #isAnybodyLetIn(): Promise<boolean> {
    const nowMs = performance.now()
    if (this.#letIn && nowMs < this.#letInUntilMs) return this.#letIn
    this.#letInUntilMs = nowMs + rightsTtlMs
    const found = hasPolicies(this.#db).catch((error: unknown) => {
      this.#letIn = null
      throw error
    })
    this.#letIn = found
    return found
  }
}

/** Returns true when a policy on messages exists. */
async function hasPolicies(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select not relrowsecurity or exists (select from pg_policy where polrelid = c.oid) as found
    from pg_class c where c.oid = 'realtime.messages'::regclass`.execute(db)
  return rows[0]?.found ?? false
}

async function askRights(db: Db, identity: DatabaseIdentity, topic: string): Promise<TopicRights> {
  const [broadcastId, presenceId] = [crypto.randomUUID(), crypto.randomUUID()]
  const trx = await db.startTransaction().execute()
  try {
    await sql`
      insert into realtime.messages (id, topic, extension)
      values (${broadcastId}::uuid, ${topic}, 'broadcast'), (${presenceId}::uuid, ${topic}, 'presence')`.execute(
      trx,
    )
    const settings = { 'request.jwt.claims': JSON.stringify(identity.claims), 'realtime.topic': topic }
    await trx.executeQuery(identityStatement(identity, settings))
    const { rows } = await sql<Row>`
      select * from realtime.try_topic(${topic}, ${broadcastId}::uuid, ${presenceId}::uuid)`.execute(trx)
    return rows[0] ? toRights(rows[0]) : noRight
  } catch (error) {
    if (!isPostgresError(error) || isTransient(error)) throw error
    return noRight
  } finally {
    await trx.rollback().execute()
  }
}

/** The refusal of a private topic. */
export const mayNotListen = (topic: string): Refusal => ({
  code: 'Unauthorized',
  message: `You do not have permissions to read from this Channel topic: ${topic}`,
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns which of the sessions are over. */
export async function findEndedSessions(db: Db, sessionIds: readonly string[]): Promise<string[]> {
  const known = sessionIds.filter((id) => uuid.test(id))
  const { rows } = await sql<{ id: string }>`
    select id::text from auth.sessions
    where id = any(${`{${known.join(',')}}`}::text::uuid[]) and (not_after is null or not_after > now())`.execute(
    db,
  )
  const going = new Set(rows.map(({ id }) => id))
  return sessionIds.filter((id) => !going.has(id.toLowerCase()))
}

export const isSessionOver = (error: unknown) => isPostgresError(error) && error.code === sessionEnded

type Row = Record<'hears_broadcast' | 'hears_presence' | 'sends_broadcast' | 'sends_presence', boolean>

function toRights(row: Row): TopicRights {
  return {
    hearsBroadcast: row.hears_broadcast,
    hearsPresence: row.hears_presence,
    sendsBroadcast: row.sends_broadcast,
    sendsPresence: row.sends_presence,
  }
}
