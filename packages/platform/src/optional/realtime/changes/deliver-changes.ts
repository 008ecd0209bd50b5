import { setImmediate as breathe } from 'node:timers/promises'
import type { Db } from '../../../database/trx.ts'
import type { Channel } from '../channel.ts'
import type { DatabaseNotice } from '../relay.ts'
import { encodeText, type Frame, textFrame } from '../wire/frames.ts'
import { filterKeys, type ReadRow, readRows } from './read-rows.ts'
import { type Subscription, wantsChange } from './subscription.ts'
import type { WatchedTable } from './watched-tables.ts'

/** A channel and what of its subscriptions is about the changes at hand. */
export type ChangeListener = { channel: Channel; subscriptions: readonly Subscription[] }

type ChangeNotice = DatabaseNotice & { t: 'changes' }
type RowChange = Pick<ChangeNotice, 'type' | 'at'> & { key: string }

const maxRecordBytes = 1024 * 1024
const rowsPerTurn = 500

/** Reads the changed rows as one caller and sends them to the caller's channels. */
export async function deliverChanges(
  db: Db,
  table: WatchedTable,
  batch: readonly ChangeNotice[],
  hearers: readonly ChangeListener[],
): Promise<void> {
  const [first] = hearers
  if (!first) return
  const { identity } = first.channel.caller
  const subscriptions = hearers.flatMap((hearer) => hearer.subscriptions)
  const byFilter = new Map(subscriptions.map(({ filterKey, filters }) => [filterKey, filters]))
  const bySelect = new Map(subscriptions.map(({ selectKey, wanted }) => [selectKey, wanted.select]))
  const reading = { filters: [...byFilter.values()], selects: [...bySelect.values()] }
  const filterAt = new Map([...byFilter.keys()].map((key, at) => [key, at]))
  const selectAt = new Map([...bySelect.keys()].map((key, at) => [key, at]))

  const changes = batch.flatMap(({ type, at, keys }) => keys.map((key): RowChange => ({ type, at, key })))
  const keysOf = (wasDeleted: boolean) => [
    ...new Set(changes.filter(({ type }) => (type === 'DELETE') === wasDeleted).map(({ key }) => key)),
  ]
  const [kept, deleted] = [keysOf(false), keysOf(true)]
  const wantsDeleted = subscriptions.some((subscription) => wantsChange(subscription, 'DELETE'))
  const rows = byKey(kept, kept.length > 0 ? await readRows(db, identity, table, kept, reading) : new Map())
  const gone = byKey(
    deleted,
    deleted.length > 0 && wantsDeleted
      ? await filterKeys(db, identity, table, deleted, reading.filters)
      : new Map(),
  )

  let sent = 0
  for (const change of changes) {
    const row = (change.type === 'DELETE' ? gone : rows).get(change.key)
    if (!row) continue
    const frames = new Map<string, Frame>()
    for (const { channel, subscriptions } of hearers) {
      if (channel.isOver) continue
      const passing = subscriptions.filter(
        (one) => wantsChange(one, change.type) && row.passes[filterAt.get(one.filterKey) ?? -1],
      )
      for (const [selectKey, those] of Map.groupBy(passing, (one) => one.selectKey)) {
        const ids = JSON.stringify(those.map(({ wanted }) => wanted.id))
        const { version } = channel.connection
        const known = `${version} ${selectKey} ${ids} ${channel.topic}`
        const at = selectAt.get(selectKey) ?? -1
        const frame =
          frames.get(known) ??
          textFrame(
            encodeText(
              version,
              { topic: channel.topic, event: 'postgres_changes' },
              `{"ids":${ids},"data":${dataOf(table, change, row.records[at] ?? null, bySelect.get(selectKey) ?? null, identity.role)}}`,
            ),
          )
        frames.set(known, frame)
        channel.connection.send(frame)
        sent += 1
        if (sent % rowsPerTurn === 0) await breathe()
      }
    }
  }
}

function byKey(keys: readonly string[], rows: ReadonlyMap<number, ReadRow>): Map<string, ReadRow> {
  return new Map([...rows].map(([at, row]) => [keys[at] ?? '', row]))
}

/** A change as realtime-js reads it. What is too long is left out, but for the key. */
function dataOf(
  table: WatchedTable,
  { type, at, key }: RowChange,
  record: string | null,
  select: readonly string[] | null,
  role: string,
): string {
  const isTooLong = record !== null && record.length > maxRecordBytes
  const columns = table.columns
    .filter(({ name, readers }) => readers.includes(role) && (select?.includes(name) ?? true))
    .map(({ name, type }) => ({ name, type }))
  const fields = [
    `"schema":${JSON.stringify(table.schema)}`,
    `"table":${JSON.stringify(table.name)}`,
    `"commit_timestamp":${JSON.stringify(at)}`,
    `"type":"${type}"`,
    `"columns":${JSON.stringify(columns)}`,
    ...(type === 'DELETE' ? [] : [`"record":${isTooLong ? key : record}`]),
    ...(type === 'INSERT' ? [] : [`"old_record":${key}`]),
    `"errors":${isTooLong ? '["Error 413: Payload Too Large"]' : 'null'}`,
  ]
  return `{${fields.join(',')}}`
}
