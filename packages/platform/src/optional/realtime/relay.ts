import { sql } from 'kysely'
import type { Listen } from '../../database/database.ts'
import type { Db } from '../../database/trx.ts'
import { isObject } from '../../http/json.ts'
import type { Presence } from './presences.ts'
import type { PackedBroadcast, TopicKey } from './wire/broadcast.ts'

/** One NOTIFY channel, because each needs a connection. */
const channel = 'platform_realtime'

/** NOTIFY carries less than 8,000 bytes. */
const maxNoticeBytes = 7_900
/** The maximum of queued messages; older ones are dropped. */
const maxWaiting = 5_000
const maxWaitingLength = 16_000_000
const maxBatchBytes = 1_000_000

/** A message between processes. */
export type RelayedMessage =
  | { t: 'broadcast'; topic: TopicKey; said: PackedBroadcast }
  | { t: 'presence'; topic: TopicKey; joins: readonly Presence[]; leaves: readonly Presence[] }
  /** A request for presences; the answer is one complete `there`. */
  | { t: 'who' }
  | { t: 'there'; topics: readonly (readonly [TopicKey, readonly Presence[]])[] }
  | { t: 'alive' }
  | { t: 'gone' }

/** A notice from the database: a message sent by SQL, or the keys of changed rows. */
export type DatabaseNotice =
  | { t: 'message'; id: string; topic: string; event: string | null; payload: unknown; private: boolean }
  | { t: 'changes'; schema: string; table: string; type: ChangeType; at: string; keys: string[] }

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

export type RelayListener = {
  /** Called for a message of another process. */
  process: (process: string, told: RelayedMessage) => void
  database: (told: DatabaseNotice) => void
  /** Called when messages were lost. */
  broken: () => void
}

/** The message bus between processes, through the database. */
export class Relay {
  readonly #db: Db
  readonly #self: string
  readonly #isAlone: boolean
  #waiting: string[] = []
  #waitingLetters = 0
  #telling: Promise<void> | null = null

  /** `isAlone`: there is no other process, so nothing is sent. */
  constructor(db: Db, self: string, isAlone: boolean) {
    this.#db = db
    this.#self = self
    this.#isAlone = isAlone
  }

  /** Queues a message to the other processes. */
  tell(told: RelayedMessage): void {
    if (this.#isAlone) return
    const text = JSON.stringify({ o: this.#self, ...told })
    this.#waiting.push(text)
    this.#waitingLetters += text.length
    while (this.#waiting.length > maxWaiting || this.#waitingLetters > maxWaitingLength) this.#next()
    this.#telling ??= this.#tellAll().finally(() => {
      this.#telling = null
    })
  }

  /** Resolves when all queued messages are sent. */
  async drain(): Promise<void> {
    await this.#telling
  }

  /** Hears the others, and the database itself, until the function it answers with is called. */
  hear(listen: Listen, hear: RelayListener): Promise<() => Promise<void>> {
    const own = `{"o":${JSON.stringify(this.#self)},`
    let waiting = 0
    let reading = Promise.resolve()
    return listen(channel, (text) => {
      if (text.startsWith(own)) return
      if (text === '' || waiting >= maxWaiting) return hear.broken()
      waiting += 1
      // Sequential, because stored messages take longer to read.
      reading = reading
        .then(() => this.#read(text, hear))
        .catch(() => {})
        .finally(() => {
          waiting -= 1
        })
    })
  }

  #next(): string {
    const text = this.#waiting.shift() ?? ''
    this.#waitingLetters -= text.length
    return text
  }

  async #tellAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch: string[] = []
      for (let bytes = 0; this.#waiting.length > 0 && bytes < maxBatchBytes; ) {
        const text = this.#next()
        bytes += text.length
        batch.push(text)
      }
      // Failed messages are lost.
      await this.#tellBatch(batch).catch(() => {})
    }
  }

  /** Stores long messages and sends their ids. */
  async #tellBatch(texts: readonly string[]): Promise<void> {
    const notices = texts.map((text) => {
      if (Buffer.byteLength(text) <= maxNoticeBytes) return { notice: text }
      const id = crypto.randomUUID()
      return { id, whole: text, notice: JSON.stringify({ o: this.#self, t: 'stored', id }) }
    })
    await sql`
      with told as (
        select * from jsonb_to_recordset(${JSON.stringify(notices)}::text::jsonb) as t (id uuid, whole text, notice text)
      ),
      long as (
        insert into realtime.messages (id, topic, extension, payload)
        select id, '', 'relay', to_jsonb(whole) from told where id is not null
      )
      select pg_notify(${channel}, notice) from told`.execute(this.#db)
  }

  async #read(text: string, hear: RelayListener): Promise<void> {
    const said: unknown = JSON.parse(text)
    if (!isObject(said)) return
    const whole = said.t === 'stored' ? await this.#readStored(String(said.id)) : said
    if (!isObject(whole)) return
    if (typeof whole.o === 'string') hear.process(whole.o, whole as RelayedMessage)
    else hear.database(whole as DatabaseNotice)
  }

  async #readStored(id: string): Promise<unknown> {
    const { rows } = await sql<{ told: string }>`
      select case extension when 'relay' then payload #>> '{}' else json_build_object('t', 'message', 'id', id, 'topic', topic,
        'event', event, 'payload', payload, 'private', coalesce(private, false))::text end as told
      from realtime.messages where id = ${id}::uuid`.execute(this.#db)
    return rows[0] && JSON.parse(rows[0].told)
  }
}
