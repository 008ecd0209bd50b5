import type { WebSocket } from 'ws'
import type { AddressUsage } from './addresses.ts'
import type { RealtimeSettings } from './realtime-settings.ts'
import { TokenBucket } from './token-bucket.ts'
import {
  type ClientMessage,
  type Envelope,
  encodeText,
  type Frame,
  parseFrame,
  textFrame,
  type Version,
} from './wire/frames.ts'

/** Error text for a client over its rate limit. */
export const rateLimitMessage = 'Too many messages per second'

/** The part of a channel that its connection uses. */
export type JoinedChannel = {
  handle: (message: ClientMessage) => void | Promise<void>
  /** Ends it, and says why. */
  shutDown: (why: string) => void
  /** Ends the channel and informs the client. */
  end: () => void
  /** Ends it without a word. */
  leave: () => void
}

/** The maximum message before a join. */
const maxUnjoinedBytes = 16 * 1024

export type ConnectionOptions = {
  socket: WebSocket
  version: Version
  /** The key that the client has come with. */
  apikey: string
  address: AddressUsage
  settings: RealtimeSettings
  /** Handles a message; the next one waits. */
  handle: (connection: Connection, message: ClientMessage) => void | Promise<void>
  onClose: (connection: Connection) => void
  /** Called for unexpected errors; the connection ends. */
  onError: (error: unknown) => void
}

/** A client's WebSocket. Messages are handled in order, and slow readers are dropped. */
export class Connection {
  readonly channels = new Map<string, JoinedChannel>()
  readonly version: Version
  readonly apikey: string
  readonly address: AddressUsage
  readonly joins: TokenBucket
  readonly events: TokenBucket
  /** The number of change subscriptions in all channels. */
  wantedChanges = 0
  heardAtMs = performance.now()
  readonly #socket: WebSocket
  readonly #options: ConnectionOptions
  readonly #waiting: ClientMessage[] = []
  #isBusy = false

  constructor(options: ConnectionOptions) {
    const { socket, version, apikey, address, settings } = options
    this.#socket = socket
    this.#options = options
    this.version = version
    this.apikey = apikey
    this.address = address
    this.joins = new TokenBucket(settings.joinsPerSecond)
    this.events = new TokenBucket(settings.eventsPerSecond)
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#hear(data, isBinary))
    // A protocol error closes the connection next.
    socket.on('error', () => {})
    socket.on('close', () => options.onClose(this))
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  send({ data, isBinary }: Frame): void {
    if (!this.isOpen) return
    if (this.#socket.bufferedAmount > this.#options.settings.maxBufferedBytes) this.#socket.terminate()
    else this.#socket.send(data, { binary: isBinary })
  }

  /** Sends a message whose payload is JSON text. */
  push(envelope: Envelope, payload: string): void {
    this.send(textFrame(encodeText(this.version, envelope, payload)))
  }

  reply({ joinRef, ref, topic }: ClientMessage, status: 'ok' | 'error', response: unknown = {}): void {
    this.push({ joinRef, ref, topic, event: 'phx_reply' }, JSON.stringify({ status, response }))
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  /** Ends it without a word. */
  terminate(): void {
    this.#socket.terminate()
  }

  #hear(data: Buffer, isBinary: boolean): void {
    // Messages may arrive until the close.
    if (!this.isOpen) return
    this.heardAtMs = performance.now()
    const refused = this.#refuse(data.length)
    if (refused !== null) {
      for (const channel of [...this.channels.values()]) channel.shutDown(rateLimitMessage)
      this.close(refused, 'too much')
      return
    }
    const message = parseFrame(this.version, data, isBinary)
    if (!message) {
      this.close(1007, 'not a message')
      return
    }
    this.#waiting.push(message)
    // Pauses the socket, to limit memory.
    if (this.#isBusy) this.#socket.pause()
    else void this.#work()
  }

  /** Returns the close code for a message that must not be read; null otherwise. */
  #refuse(bytes: number): number | null {
    if (this.channels.size === 0 && bytes > maxUnjoinedBytes) return 1009
    return this.events.take() && this.address.events.take() && this.address.bytes.take(bytes) ? null : 1008
  }

  /** Awaits only asynchronous work. */
  async #work(): Promise<void> {
    this.#isBusy = true
    for (let message = this.#waiting.shift(); message && this.isOpen; message = this.#waiting.shift()) {
      try {
        const doing = this.#options.handle(this, message)
        if (doing) await doing
      } catch (error) {
        this.#options.onError(error)
        this.close(1011, 'internal error')
      }
    }
    this.#isBusy = false
    if (this.#socket.isPaused) this.#socket.resume()
  }
}
