import { sql } from 'kysely'
import type { Db } from '../../database/trx.ts'
import { isObject } from '../../http/json.ts'
import { isRefusal, type Refusal } from './callers.ts'
import type { ChangeFeed } from './changes/change-feed.ts'
import { Channel, type ChannelHub } from './channel.ts'
import type { Connection } from './connection.ts'
import { type JoinConfig, readJoinConfig } from './join-config.ts'
import type { Log } from './log.ts'
import { everyRight, mayNotListen } from './topic-rights.ts'
import { jsonBroadcast } from './wire/broadcast.ts'
import { type ClientMessage, encodeBroadcast, type Frame } from './wire/frames.ts'

const prefix = 'realtime:'
const maxTopicBytes = 255
/** The limit for each connection. */
const maxSubscriptions = 100
/** Stored while the channel is open. */
const maxSubscriptionLength = 1_000
/** The cost of checking a subscription, in joins. */
const maxJoinCost = 5
const refusal = (code: string, message: string): Refusal => ({ code, message })

type Hub = Omit<ChannelHub, 'changes'> & {
  options: { db: Db; log: Log }
  changes: ChangeFeed
}

/** Joins a client to a topic, or refuses it. */
export async function joinChannel(hub: Hub, connection: Connection, message: ClientMessage): Promise<void> {
  if (!message.topic.startsWith(prefix))
    return connection.reply(message, 'error', { reason: 'unmatched topic' })
  const tooFast = !connection.joins.take() || !connection.address.joins.take()
  if (tooFast) {
    connection.reply(message, 'error', { reason: 'ClientJoinRateLimitReached: Too many joins per second' })
    return connection.close(1008, 'too many joins')
  }
  // A repeated join replaces the channel.
  connection.channels.get(message.topic)?.end()
  const joined = await join(hub, connection, message).catch((error: unknown) => {
    hub.options.log.warn({ err: error }, 'somebody could not join a channel')
    return refusal('UnableToConnectToProject', 'Realtime was unable to connect to the project database')
  })
  if (!connection.isOpen) return
  if (isRefusal(joined)) {
    return connection.reply(message, 'error', { reason: `${joined.code}: ${joined.message}` })
  }
  const { channel, config, replayed, changesRefused } = joined
  channel.enter()
  const response = { postgres_changes: config.changes.map(({ asked, id }) => ({ ...asked, id })) }
  connection.reply(message, 'ok', response)
  if (config.broadcast.tellsReady) channel.tell('system', 'ok', 'Replication connection established')
  if (changesRefused !== null) channel.tell('postgres_changes', 'error', changesRefused)
  else if (config.changes.length > 0) channel.tell('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
  channel.pushState()
  for (const frame of replayed) connection.send(frame)
}

type Joined = { channel: Channel; config: JoinConfig; replayed: Frame[]; changesRefused: string | null }

async function join(hub: Hub, connection: Connection, message: ClientMessage): Promise<Joined | Refusal> {
  const { topic, payload, joinRef, ref } = message
  const { settings, rights: rightsOfTopics } = hub.options
  const name = topic.slice(prefix.length)
  if (name === '') return refusal('TopicNameRequired', 'You must provide a topic name')
  if (Buffer.byteLength(topic) > maxTopicBytes) {
    return refusal('TopicNameTooLong', `A topic may have ${maxTopicBytes} bytes`)
  }
  if (connection.channels.size >= settings.channelsPerConnection) {
    return refusal('ChannelRateLimitReached', 'Too many channels')
  }
  const config = readJoinConfig(payload)
  if (!config.isPrivate && !settings.publicChannels) {
    return refusal('PrivateOnly', 'This project only allows private channels')
  }
  const given = isObject(payload) ? (payload.access_token ?? payload.user_token) : null
  const caller = await hub.findCaller(connection, given)
  if (isRefusal(caller)) return caller
  const rights = config.isPrivate ? await rightsOfTopics.find(caller.identity, name) : everyRight
  if (!rights.hearsBroadcast && !rights.hearsPresence) return mayNotListen(name)
  const replayed = await replay(hub, connection, topic, config, rights.hearsBroadcast)
  if (isRefusal(replayed)) return replayed
  if (connection.wantedChanges + config.changes.length > maxSubscriptions) {
    return refusal('ChannelRateLimitReached', 'Too many postgres_changes')
  }
  const isTooLong = config.changes.some(({ asked }) => JSON.stringify(asked).length > maxSubscriptionLength)
  const cost = Math.min(config.changes.length, maxJoinCost)
  if (isTooLong || (cost > 0 && !connection.address.joins.take(cost))) {
    return refusal('ChannelRateLimitReached', 'Too many postgres_changes, or too long ones')
  }
  const changes = await hub.changes.prepare(caller, config.changes)
  if (isRefusal(changes) && config.waitsForChanges) return changes
  const channel = new Channel({
    hub,
    connection,
    joinRef: joinRef ?? ref,
    topic,
    config: { ...config, changes: [] },
    caller,
    rights,
    token: typeof given === 'string' ? given : null,
    changes: isRefusal(changes) ? [] : changes,
  })
  return { channel, config, replayed, changesRefused: isRefusal(changes) ? changes.message : null }
}

type StoredMessage = { id: string; event: string | null; payload: string | null }

/** Reads the broadcasts sent from SQL since the moment that a client names, oldest first. */
async function replay(
  { options: { db } }: Hub,
  connection: Connection,
  topic: string,
  { isPrivate, broadcast: { replay: wanted } }: JoinConfig,
  mayHear: boolean,
): Promise<Frame[] | Refusal> {
  if (wanted === null) return []
  if (!isPrivate) return refusal('UnableToReplayMessages', 'Replay is not allowed for public channels')
  if (wanted === 'invalid') return refusal('UnableToReplayMessages', 'Replay params are not valid')
  const name = topic.slice(prefix.length)
  if (!mayHear) return mayNotListen(name)
  const { rows } = await sql<StoredMessage>`
    select id, event, payload::text as payload from realtime.messages
    where topic = ${name} and private and extension = 'broadcast'
      and inserted_at > to_timestamp(${wanted.sinceMs}::float8 / 1000)
    order by inserted_at desc limit ${wanted.limit}::integer`.execute(db)
  return rows.reverse().flatMap(({ id, event, payload }) => {
    const meta = JSON.stringify({ id, replayed: true })
    const frame = encodeBroadcast(
      connection.version,
      topic,
      jsonBroadcast(event ?? '', payload ?? 'null', meta),
    )
    return frame === null ? [] : [frame]
  })
}
