import { isObject } from '../../http/json.ts'
import { type Caller, expired, isRefusal, type Refusal } from './callers.ts'
import type { Subscription } from './changes/subscription.ts'
import { type Connection, type JoinedChannel, rateLimitMessage } from './connection.ts'
import type { JoinConfig } from './join-config.ts'
import { metaOf, type Presence, type PresenceDiff, type Presences } from './presences.ts'
import type { RealtimeSettings } from './realtime-settings.ts'
import { everyRight, mayNotListen, type RightsOfTopics, type TopicRights } from './topic-rights.ts'
import { type Broadcast, type TopicKey, topicKey } from './wire/broadcast.ts'
import type { ClientMessage } from './wire/frames.ts'

/** The part of the hub that channels use. */
export type ChannelHub = {
  options: { settings: RealtimeSettings; rights: RightsOfTopics }
  presences: Presences
  changes: { add: (channel: Channel) => void; remove: (channel: Channel) => void }
  enter: (channel: Channel) => void
  exit: (channel: Channel) => void
  publish: (topic: TopicKey, broadcast: Broadcast, from: Channel | null) => void
  announce: (topic: TopicKey, diff: PresenceDiff) => void
  findCaller: (connection: Connection, token: unknown) => Promise<Caller | Refusal>
}

export type ChannelOptions = {
  hub: ChannelHub
  connection: Connection
  /** The client's join reference. */
  joinRef: string | null
  topic: string
  config: JoinConfig
  caller: Caller
  rights: TopicRights
  token: string | null
  changes: readonly Subscription[]
}

/** A timer may not be longer, and a token may. */
const maxTimerMs = 3_600_000

/** A client in a topic. */
export class Channel implements JoinedChannel {
  readonly connection: Connection
  readonly config: JoinConfig
  readonly topic: string
  readonly name: string
  readonly key: TopicKey
  readonly changes: readonly Subscription[]
  caller: Caller
  rights: TopicRights
  #token: string | null
  #presence: Presence | null = null
  #said: string | null = null
  #isPresenceOn: boolean
  #isOver = false
  #expiring: NodeJS.Timeout | undefined
  readonly #hub: ChannelHub
  readonly #joinRef: string | null

  constructor(options: ChannelOptions) {
    const { hub, connection, joinRef, topic, config, caller, rights, token, changes } = options
    this.#hub = hub
    this.#joinRef = joinRef
    this.#token = token
    this.#isPresenceOn = config.presence.isEnabled
    this.connection = connection
    this.config = config
    this.topic = topic
    this.name = topic.slice(topic.indexOf(':') + 1)
    this.key = topicKey(this.name, config.isPrivate)
    this.caller = caller
    this.rights = rights
    this.changes = changes
  }

  get hearsPresence(): boolean {
    return this.#isPresenceOn && this.rights.hearsPresence
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** True when its events are private to the caller. */
  get isGuarded(): boolean {
    return this.config.isPrivate || this.changes.length > 0
  }

  /** Starts listening. */
  enter(): void {
    this.connection.channels.set(this.topic, this)
    this.connection.wantedChanges += this.changes.length
    this.#hub.enter(this)
    this.#hub.changes.add(this)
    this.#watchExpiry()
  }

  handle(message: ClientMessage): void | Promise<void> {
    const { event, joinRef } = message
    if (event === 'phx_leave') {
      this.connection.reply(message, 'ok')
      if (this.#isOwn(joinRef)) this.end()
      return
    }
    // The message belongs to an earlier join.
    if (!this.#isOwn(joinRef)) return
    if (event === 'broadcast') return this.#broadcast(message)
    if (event === 'presence') return this.#bePresent(message)
    if (event === 'access_token') return this.#refresh(message.payload)
  }

  /** Tells the client what became of something, by the part of realtime that it is of. */
  tell(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    this.push('system', JSON.stringify({ message, status, extension, channel: this.name }))
  }

  push(event: string, payload: string): void {
    this.connection.push({ topic: this.topic, event }, payload)
  }

  pushState(): void {
    if (this.hearsPresence) this.push('presence_state', this.#hub.presences.stateOf(this.key))
  }

  /** Ends it, and says why. */
  shutDown(why: string): void {
    if (this.#isOver) return
    this.tell('system', 'error', why)
    this.end()
  }

  /** Ends the channel silently. */
  leave(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#expiring)
    this.connection.channels.delete(this.topic)
    this.connection.wantedChanges -= this.changes.length
    this.#hub.changes.remove(this)
    this.#hub.exit(this)
    this.#untrack()
  }

  /** Ends the channel and informs the client. */
  end(): void {
    this.leave()
    const { topic } = this
    this.connection.push({ joinRef: this.#joinRef, ref: this.#joinRef, topic, event: 'phx_close' }, '{}')
  }

  #isOwn(joinRef: string | null): boolean {
    return joinRef === null || this.#joinRef === null || joinRef === this.#joinRef
  }

  #broadcast(message: ClientMessage): void {
    const { broadcast, payload, isToBeKept } = message
    const isKnown = broadcast !== null || isObject(payload)
    if (!isKnown || isToBeKept) {
      const error = isKnown ? 'Only messages sent from SQL are kept' : 'A broadcast must be a map'
      this.connection.reply(message, 'error', { error })
      return
    }
    if (!this.rights.sendsBroadcast) return
    const { self, ack } = this.config.broadcast
    const said = broadcast ?? { kind: 'text' as const, text: JSON.stringify(payload) }
    this.#hub.publish(this.key, said, self ? null : this)
    if (ack) this.connection.reply(message, 'ok')
  }

  #bePresent(message: ClientMessage): void {
    const payload = isObject(message.payload) ? message.payload : {}
    const event = typeof payload.event === 'string' ? payload.event.toLowerCase() : ''
    if (event === 'untrack') {
      this.#untrack()
      this.connection.reply(message, 'ok')
    } else if (event !== 'track' || !this.rights.sendsPresence) this.connection.reply(message, 'error')
    else this.#saySo(message, payload.payload ?? {})
  }

  /** Publishes a presence. */
  #saySo(message: ClientMessage, said: unknown): void {
    if (!isObject(said)) {
      this.connection.reply(message, 'error', { reason: 'Presence track payload must be a map' })
      return
    }
    const text = JSON.stringify(said)
    if (Buffer.byteLength(text) > this.#hub.options.settings.maxPresenceBytes) {
      this.shutDown('Track message size exceeded')
      return
    }
    this.connection.reply(message, 'ok')
    const wasOn = this.#isPresenceOn
    this.#isPresenceOn = true
    this.#track(text)
    // A newly tracked client gets the whole state.
    if (!wasOn) this.pushState()
  }

  #track(said: string): void {
    if (said === this.#said) return
    const ref = crypto.randomUUID()
    const { key } = this.config.presence
    const left = this.#presence
    this.#said = said
    this.#presence = { ref, key, meta: metaOf(said, ref, left?.ref ?? null) }
    this.#hub.announce(this.key, { joins: [this.#presence], leaves: left ? [left] : [] })
  }

  #untrack(): void {
    const left = this.#presence
    this.#presence = null
    this.#said = null
    if (left) this.#hub.announce(this.key, { joins: [], leaves: [left] })
  }

  /** Goes on as whom a new token says. */
  async #refresh(payload: unknown): Promise<void> {
    const token = isObject(payload) ? payload.access_token : null
    if (typeof token !== 'string' || token.startsWith('sb_') || token === this.#token) return
    if (!this.connection.joins.take() || !this.connection.address.joins.take())
      return this.shutDown(rateLimitMessage)
    const caller = await this.#hub.findCaller(this.connection, token)
    if (isRefusal(caller)) return this.shutDown(caller.message)
    const rights = await this.#findRights(caller)
    if (this.#isOver) return
    if (!rights) return this.shutDown('Realtime was unable to connect to the project database')
    const before = this.rights
    if (!rights.hearsBroadcast && !rights.hearsPresence) return this.shutDown(mayNotListen(this.name).message)
    const isLess =
      (before.hearsBroadcast && !rights.hearsBroadcast) || (before.hearsPresence && !rights.hearsPresence)
    if (isLess) {
      return this.shutDown(`You no longer have permission to read from this Channel topic: ${this.name}`)
    }
    this.#token = token
    this.caller = caller
    this.rights = rights
    this.#watchExpiry()
  }

  /** Resolves to null when the database is unavailable. */
  #findRights(caller: Caller): Promise<TopicRights | null> {
    if (!this.config.isPrivate) return Promise.resolve(everyRight)
    return this.#hub.options.rights.find(caller.identity, this.name).catch(() => null)
  }

  #watchExpiry(): void {
    clearTimeout(this.#expiring)
    const { expiresAtMs } = this.caller
    if (expiresAtMs === null) return
    const leftMs = expiresAtMs - Date.now()
    if (leftMs <= 0) this.shutDown(expired(expiresAtMs).message)
    else this.#expiring = setTimeout(() => this.#watchExpiry(), Math.min(leftMs, maxTimerMs)).unref()
  }
}
