import { setImmediate as breathe } from 'node:timers/promises'
import type { Db } from '../../../database/trx.ts'
import { isDatabaseAway, isPostgresError } from '../../../http/postgres-error.ts'
import type { Caller, Refusal } from '../callers.ts'
import type { Channel } from '../channel.ts'
import type { WantedChanges } from '../join-config.ts'
import type { Log } from '../log.ts'
import type { DatabaseNotice } from '../relay.ts'
import { isSessionOver } from '../topic-rights.ts'
import { type ChangeListener, deliverChanges } from './deliver-changes.ts'
import { FilterError, parseFilters } from './filters.ts'
import { checkFilters } from './read-rows.ts'
import { type Subscription, wantsChange } from './subscription.ts'
import { isReadable, type WatchedTable, WatchedTables } from './watched-tables.ts'

type ChangeNotice = DatabaseNotice & { t: 'changes' }

/** Keys that wait to be read; when there are more, some are not told, of the table that has most. */
const maxWaiting = 10_000
const batchSize = 200
/** The delay before reporting lost changes, to batch them. */
const lossMs = 1_000
const missedText = 'Some changes came too fast to be told: read the table again'
/** Callers whose rows are read at the same time. */
const maxConcurrentReads = 3

const subscriptionRefusal = ({ event, schema, table, filter }: WantedChanges, why: string): Refusal => ({
  code: 'RealtimeDisabledForConfiguration',
  message:
    'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect ' +
    `parameters: [event: ${event}, schema: ${schema}, table: ${table}, filters: [${filter}]]${why && `: ${why}`}`,
})

const nameOf = ({ schema, table }: ChangeNotice) => `${schema}.${table}`

/** Tells channels what became of the rows of tables, each what its caller may read. */
export class ChangeFeed {
  readonly #db: Db
  readonly #log: Log
  readonly #tables: WatchedTables
  readonly #channels = new Set<Channel>()
  #waiting: ChangeNotice[] = []
  #waitingKeys = 0
  #isWorking = false
  readonly #keysOfTable = new Map<string, number>()
  /** The latest lost changes, one for each table and kind. */
  readonly #lost = new Map<string, ChangeNotice>()

  constructor(db: Db, log: Log) {
    this.#db = db
    this.#log = log
    this.#tables = new WatchedTables(db)
  }

  /** Checks whether a caller may subscribe. Throws when the database is unavailable. */
  async prepare(caller: Caller, wanted: readonly WantedChanges[]): Promise<Subscription[] | Refusal> {
    const prepared: Subscription[] = []
    for (const one of wanted) {
      try {
        prepared.push(await this.#prepareOne(caller, one))
      } catch (error) {
        if (error instanceof FilterError) return subscriptionRefusal(one, error.message)
        // A table that was too busy to be watched refuses its changes alone: thrown, it would
        // refuse the whole channel.
        if (isDatabaseAway(error) || !isPostgresError(error)) throw error
        return subscriptionRefusal(one, error.message)
      }
    }
    return prepared
  }

  add(channel: Channel): void {
    if (channel.changes.length > 0) this.#channels.add(channel)
  }

  remove(channel: Channel): void {
    this.#channels.delete(channel)
  }

  hear(told: ChangeNotice): void {
    if (this.#channels.size === 0) return
    this.#waiting.push(told)
    this.#count(told, told.keys.length)
    while (this.#waitingKeys > maxWaiting) this.#lose()
    if (!this.#isWorking) void this.#work()
  }

  #count(told: ChangeNotice, keys: number): void {
    const table = nameOf(told)
    const ofTable = (this.#keysOfTable.get(table) ?? 0) + keys
    this.#waitingKeys += keys
    if (ofTable > 0) this.#keysOfTable.set(table, ofTable)
    else this.#keysOfTable.delete(table)
  }

  /**
   * Drops the largest notice of the table with most queued ones, so that one writer does not
   * displace others.
   */
  #lose(): void {
    const table = [...this.#keysOfTable].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
    const ofTable = this.#waiting.filter((told) => nameOf(told) === table)
    const lost = ofTable.reduce((largest, one) => (one.keys.length > largest.keys.length ? one : largest))
    this.#waiting.splice(this.#waiting.indexOf(lost), 1)
    this.#count(lost, -lost.keys.length)
    if (this.#lost.size === 0) setTimeout(() => this.#tellLost(), lossMs).unref()
    this.#lost.set(`${table} ${lost.type}`, lost)
  }

  /** Tells clients that lost changes to read again. */
  #tellLost(): void {
    const lost = [...this.#lost.values()]
    this.#lost.clear()
    this.#log.warn({ tables: [...new Set(lost.map(nameOf))] }, 'changes came faster than they could be told')
    const channels = new Set(lost.flatMap((one) => this.#hearersOf([one], one).map(({ channel }) => channel)))
    for (const channel of channels) channel.tell('postgres_changes', 'error', missedText)
  }

  async #prepareOne({ identity }: Caller, wanted: WantedChanges): Promise<Subscription> {
    const { event, schema, table: name, filter, select } = wanted
    if (!['*', 'INSERT', 'UPDATE', 'DELETE'].includes(event)) throw new FilterError(`invalid event ${event}`)
    const tables = await this.#tables.watch(schema, name, identity.role)
    const [table] = tables
    if (!table) throw new FilterError('')
    const isOne = schema !== '*' && name !== '*'
    if (!isOne && (filter !== '' || select)) throw new FilterError('A filter is for one table')
    const filters = isOne ? parseFilters(filter, table, identity.role) : []
    const unknown = select?.find(
      (column) =>
        !table.columns.some(({ name, readers }) => name === column && readers.includes(identity.role)),
    )
    if (unknown !== undefined) throw new FilterError(`invalid column ${unknown}`)
    if (filters.length > 0) await checkFilters(this.#db, identity, table, filters)
    return { wanted, filters, filterKey: JSON.stringify(filters), selectKey: JSON.stringify(select) }
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch()
      await this.#tell(batch).catch((error: unknown) =>
        this.#log.warn({ err: error }, 'changes could not be told'),
      )
      await breathe()
    }
    this.#isWorking = false
  }

  /** Takes the next waiting changes of one table, up to a batch. */
  #takeBatch(): ChangeNotice[] {
    const batch: ChangeNotice[] = []
    let keys = 0
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      const [first = next] = batch
      if (first.schema !== next.schema || first.table !== next.table) break
      if (batch.length > 0 && keys + next.keys.length > batchSize) break
      this.#waiting.shift()
      batch.push(next)
      this.#count(next, -next.keys.length)
      keys += next.keys.length
    }
    return batch
  }

  async #tell(batch: readonly ChangeNotice[]): Promise<void> {
    const [first] = batch
    if (!first) return
    const hearers = this.#hearersOf(batch, first)
    if (hearers.length === 0) return
    const table = await this.#tables.find(first.schema, first.table)
    if (!table) return this.#tables.forget(first.schema, first.table)
    const groups = [...Map.groupBy(hearers, ({ channel }) => channel.caller.key).values()]
    for (let at = 0; at < groups.length; at += maxConcurrentReads) {
      await Promise.all(
        groups.slice(at, at + maxConcurrentReads).map((group) => this.#tellGroup(table, batch, group)),
      )
    }
  }

  #hearersOf(batch: readonly ChangeNotice[], { schema, table }: ChangeNotice): ChangeListener[] {
    const types = new Set(batch.map(({ type }) => type))
    return [...this.#channels].flatMap((channel) => {
      const subscriptions = channel.changes.filter(
        (subscription) =>
          (subscription.wanted.schema === '*' || subscription.wanted.schema === schema) &&
          (subscription.wanted.table === '*' || subscription.wanted.table === table) &&
          [...types].some((type) => wantsChange(subscription, type)),
      )
      return subscriptions.length > 0 ? [{ channel, subscriptions }] : []
    })
  }

  async #tellGroup(
    table: WatchedTable,
    batch: readonly ChangeNotice[],
    group: readonly ChangeListener[],
  ): Promise<void> {
    const role = group[0]?.channel.caller.identity.role ?? ''
    // Without the right to read a table's keys nothing is sent, not even deletions.
    if (!isReadable(table, role)) return
    try {
      await deliverChanges(this.#db, table, batch, group)
    } catch (error) {
      await this.#answerFor(error, table, batch, group)
    }
  }

  /** A failing query of one subscriber must not affect others. */
  async #answerFor(
    error: unknown,
    table: WatchedTable,
    batch: readonly ChangeNotice[],
    group: readonly ChangeListener[],
  ): Promise<void> {
    // A subscriber that lost changes to a conflict must rejoin.
    const isRefused = isPostgresError(error) && !isDatabaseAway(error)
    if (!isRefused) {
      this.#log.warn({ err: error, table: table.name }, 'somebody could not be told of changes')
      return
    }
    const each = group.flatMap(({ channel, subscriptions }) =>
      subscriptions.map((subscription) => ({ channel, subscriptions: [subscription] })),
    )
    const byFilter = [...Map.groupBy(each, ({ subscriptions: [one] }) => one?.filterKey).values()]
    if (byFilter.length > 1 && !isSessionOver(error)) {
      for (const hearers of byFilter) await this.#tellGroup(table, batch, hearers)
      return
    }
    for (const { channel } of group) channel.shutDown(error.message)
  }
}
