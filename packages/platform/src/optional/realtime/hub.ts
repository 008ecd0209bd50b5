import type { WebSocket } from 'ws'
import type { Listen } from '../../database/database.ts'
import type { Db } from '../../database/trx.ts'
import type { KeyRing } from '../../keys/keys.ts'
import type { AddressUsage } from './addresses.ts'
import { type Caller, type Refusal, readCaller } from './callers.ts'
import { ChangeFeed } from './changes/change-feed.ts'
import type { Channel } from './channel.ts'
import { Connection } from './connection.ts'
import { joinChannel } from './join-channel.ts'
import type { Log } from './log.ts'
import { diffText, type PresenceDiff, Presences } from './presences.ts'
import type { RealtimeSettings } from './realtime-settings.ts'
import type { DatabaseNotice, Relay, RelayedMessage } from './relay.ts'
import { findEndedSessions, type RightsOfTopics } from './topic-rights.ts'
import {
  type Broadcast,
  jsonBroadcast,
  packBroadcast,
  type TopicKey,
  topicKey,
  topicOf,
  unpackBroadcast,
} from './wire/broadcast.ts'
import {
  type ClientMessage,
  encodeBroadcast,
  encodeText,
  type Frame,
  textFrame,
  type Version,
} from './wire/frames.ts'

export type HubOptions = {
  db: Db
  listen: Listen
  keys: KeyRing
  settings: RealtimeSettings
  relay: Relay
  rights: RightsOfTopics
  /** The id of this process. */
  self: string
  log: Log
}

const aliveMs = 10_000
const processTimeoutMs = 35_000
const sweepMs = 5_000
/** The time that a client may take to close before it is cut off. */
const goodbyeMs = 2_000

/** All connections of this process and their channels. */
export class Hub {
  readonly options: HubOptions
  readonly changes: ChangeFeed
  readonly presences = new Presences()
  readonly #connections = new Set<Connection>()
  readonly #topics = new Map<TopicKey, Set<Channel>>()
  readonly #others = new Map<string, number>()
  readonly #timers: NodeJS.Timeout[] = []
  #unlisten: () => Promise<void> = async () => {}
  #isClosing = false

  private constructor(options: HubOptions) {
    this.options = options
    this.changes = new ChangeFeed(options.db, options.log)
  }

  /** Opens one that hears the database and the other processes. */
  static async open(options: HubOptions): Promise<Hub> {
    const hub = new Hub(options)
    const { relay, listen, settings } = options
    hub.#unlisten = await relay.hear(listen, {
      process: (process, told) => hub.#hearProcess(process, told),
      database: (told) => hub.#hearDatabase(told),
      broken: () => hub.#introduce(),
    })
    hub.#introduce()
    const every = (ms: number, work: () => unknown) => hub.#timers.push(setInterval(work, ms).unref())
    every(aliveMs, () => relay.tell({ t: 'alive' }))
    every(Math.min(sweepMs, settings.silenceMs / 2), () => hub.#sweep())
    every(settings.sessionCheckMs, () => void hub.#checkSessions().catch(() => {}))
    return hub
  }

  accept(socket: WebSocket, version: Version, apikey: string, address: AddressUsage): void {
    const connection = new Connection({
      socket,
      version,
      apikey,
      address,
      settings: this.options.settings,
      handle: (from, message) => this.#handle(from, message),
      onError: (error) => this.options.log.warn({ err: error }, 'a connection could not be served'),
      onClose: (closed) => {
        this.#connections.delete(closed)
        for (const channel of closed.channels.values()) channel.leave()
      },
    })
    this.#connections.add(connection)
    if (this.#isClosing) connection.close(1012, 'restarting')
  }

  /** Registers a channel. */
  enter(channel: Channel): void {
    const there = this.#topics.get(channel.key) ?? new Set()
    this.#topics.set(channel.key, there.add(channel))
  }

  exit(channel: Channel): void {
    const there = this.#topics.get(channel.key)
    if (there?.delete(channel) && there.size === 0) this.#topics.delete(channel.key)
  }

  /** Says it to everybody in the topic, here and elsewhere, but for the channel that it comes from. */
  publish(topic: TopicKey, broadcast: Broadcast, from: Channel | null): void {
    this.deliver(topic, broadcast, from)
    this.options.relay.tell({ t: 'broadcast', topic, said: packBroadcast(broadcast) })
  }

  /** Sends a message to all local members of a topic. */
  deliver(topic: TopicKey, broadcast: Broadcast, from: Channel | null = null): void {
    const name = topicOf(topic)
    this.#tell(
      topic,
      (version) => encodeBroadcast(version, name, broadcast),
      (channel) => {
        return channel !== from && channel.rights.hearsBroadcast
      },
    )
  }

  /** Takes note of who came and left here, and says so. */
  announce(topic: TopicKey, diff: PresenceDiff): void {
    this.#change(this.options.self, topic, diff)
    this.options.relay.tell({ t: 'presence', topic, ...diff })
  }

  /** Disconnects all clients, and resolves when they are gone. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const timer of this.#timers) clearInterval(timer)
    this.options.relay.tell({ t: 'gone' })
    for (const connection of this.#connections) connection.close(1012, 'restarting')
    const cutOff = setTimeout(() => {
      for (const connection of this.#connections) connection.terminate()
    }, goodbyeMs)
    while (this.#connections.size > 0) await new Promise((resolve) => setTimeout(resolve, 10))
    clearTimeout(cutOff)
    await this.options.relay.drain()
    await this.#unlisten()
  }

  #handle(connection: Connection, message: ClientMessage): void | Promise<void> {
    const { topic, event } = message
    if (topic === 'phoenix' && event === 'heartbeat') return connection.reply(message, 'ok')
    if (event === 'phx_join') return joinChannel(this, connection, message)
    const channel = connection.channels.get(topic)
    if (channel) return channel.handle(message)
    if (event === 'phx_leave') return connection.reply(message, 'ok')
    connection.reply(message, 'error', { reason: 'unmatched topic' })
  }

  #tell(
    topic: TopicKey,
    encode: (version: Version) => Frame | null,
    isFor: (channel: Channel) => boolean,
  ): void {
    const frames: Partial<Record<Version, Frame | null>> = {}
    for (const channel of this.#topics.get(topic) ?? []) {
      if (!isFor(channel)) continue
      const { version } = channel.connection
      const frame = frames[version] === undefined ? encode(version) : frames[version]
      frames[version] = frame
      if (frame !== null) channel.connection.send(frame)
    }
  }

  #change(process: string, topic: TopicKey, diff: PresenceDiff): void {
    const news = this.presences.apply(process, topic, diff)
    if (news.joins.length + news.leaves.length === 0 || !this.#topics.has(topic)) return
    const text = diffText(news)
    const envelope = { topic: topicOf(topic), event: 'presence_diff' }
    this.#tell(
      topic,
      (version) => textFrame(encodeText(version, envelope, text)),
      (channel) => channel.hearsPresence,
    )
  }

  #hearDatabase(told: DatabaseNotice): void {
    if (told.t === 'changes') {
      this.changes.hear(told)
      return
    }
    const { id, topic, event, payload, private: isPrivate } = told
    const said = jsonBroadcast(event ?? '', JSON.stringify(payload ?? null), JSON.stringify({ id }))
    this.deliver(topicKey(topic, isPrivate), said)
  }

  #hearProcess(process: string, told: RelayedMessage): void {
    if (told.t === 'gone') {
      this.#forget(process)
      return
    }
    this.#others.set(process, performance.now())
    if (told.t === 'broadcast') this.deliver(told.topic, unpackBroadcast(told.said))
    if (told.t === 'presence') this.#change(process, told.topic, told)
    if (told.t === 'who')
      this.options.relay.tell({ t: 'there', topics: this.presences.ofProcess(this.options.self) })
    if (told.t === 'there') this.#replace(process, told.topics)
  }

  /** Exchanges presences with the other processes. */
  #introduce(): void {
    const { relay, self } = this.options
    relay.tell({ t: 'who' })
    relay.tell({ t: 'there', topics: this.presences.ofProcess(self) })
  }

  /** Replaces all presences of a process. */
  #replace(process: string, topics: (RelayedMessage & { t: 'there' })['topics']): void {
    const there = new Map(topics)
    for (const [topic, known] of this.presences.ofProcess(process)) {
      const refs = new Set(there.get(topic)?.map(({ ref }) => ref))
      this.#change(process, topic, { joins: [], leaves: known.filter(({ ref }) => !refs.has(ref)) })
    }
    for (const [topic, joins] of there) this.#change(process, topic, { joins, leaves: [] })
  }

  #forget(process: string): void {
    this.#others.delete(process)
    this.#replace(process, [])
  }

  #sweep(): void {
    const nowMs = performance.now()
    for (const connection of this.#connections) {
      if (nowMs - connection.heardAtMs > this.options.settings.silenceMs) connection.terminate()
    }
    for (const [process, heardAtMs] of this.#others) {
      if (nowMs - heardAtMs > processTimeoutMs) this.#forget(process)
    }
  }

  async #checkSessions(): Promise<void> {
    const channels = [...this.#topics.values()].flatMap((there) => [...there])
    const guarded = channels.filter((channel) => channel.isGuarded && channel.caller.sessionId !== null)
    const sessionIds = new Set(guarded.map(({ caller }) => caller.sessionId ?? ''))
    if (sessionIds.size === 0) return
    const ended = new Set(await findEndedSessions(this.options.db, [...sessionIds]))
    for (const channel of guarded) {
      if (ended.has(channel.caller.sessionId ?? ''))
        channel.shutDown('Session from session_id claim in JWT does not exist')
    }
  }

  /** Returns the client's identity: its token's, else its API key's. */
  findCaller(connection: Connection, token: unknown): Promise<Caller | Refusal> {
    const own = typeof token === 'string' && !token.startsWith('sb_') ? token : null
    return readCaller(this.options.keys, own ?? connection.apikey)
  }
}
