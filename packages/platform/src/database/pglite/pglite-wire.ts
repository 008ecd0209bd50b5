import { messages, protocol } from '@electric-sql/pglite'
import { NotBegunError } from './not-begun-error.ts'
import type { PGliteOptions } from './pglite-messages.ts'
import { PGliteThread } from './pglite-thread.ts'
import { createValueTypes, type ValueTypes } from './pglite-types.ts'

const { serialize } = protocol

type NotificationListener = (payload: string) => void

/** PostgreSQL's protocol with PGlite's thread: messages there, parsed answers back, and what `NOTIFY` says in between. */
export class PGliteWire {
  readonly #thread: PGliteThread
  readonly types: ValueTypes
  readonly #listeners = new Map<string, Set<NotificationListener>>()
  /** The channels to listen to anew, since the thread that did was lost. */
  readonly #unheard = new Set<string>()
  /** The `listen` statements, each after a semicolon. */
  listening = ''
  /** True when an answered commit is not on the disk yet. */
  isUnsynced = false
  /** Called whenever PGlite was lost with all that was not committed; the next exchange opens it again. */
  onLost: () => void = () => {}

  private constructor(thread: PGliteThread) {
    this.#thread = thread
    this.types = createValueTypes(thread.arrayTypes)
    thread.onLost = () => {
      for (const channel of this.#listeners.keys()) this.#unheard.add(channel)
      this.onLost()
    }
  }

  static async open(settings: PGliteOptions): Promise<PGliteWire> {
    return new PGliteWire(await PGliteThread.open(settings))
  }

  /**
   * Sends messages together and answers what they are answered, after all that was asked before.
   * @throws {messages.DatabaseError} the first of the errors that the database answers.
   */
  async exchange(parts: readonly Uint8Array[], limitMs: number | null): Promise<messages.BackendMessage[]> {
    return this.parse(await this.exchangeBytes(parts, limitMs))
  }

  /** The same, answered with what there is to parse. */
  async exchangeBytes(parts: readonly Uint8Array[], limitMs: number | null): Promise<ArrayBuffer> {
    const renewed = [...this.#unheard]
    const listening = renewed.map((channel) => serialize.query(listenStatement(channel)))
    const { bytes, isUnsynced } = await this.#thread.ask(concatenate([...listening, ...parts]), limitMs)
    this.isUnsynced = isUnsynced
    for (const channel of renewed) {
      this.#unheard.delete(channel)
      // Notifications in between are lost.
      this.#tell(channel, '')
    }
    return bytes
  }

  /** Listens to a channel. It needs the connection. */
  async listen(channel: string, hear: NotificationListener): Promise<void> {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(hear))
    this.#tellListening()
    if (listeners.size === 1) await this.exchange([serialize.query(listenStatement(channel))], null)
  }

  /** Stops listening. It needs the connection. */
  async unlisten(channel: string, hear: NotificationListener): Promise<void> {
    const listeners = this.#listeners.get(channel)
    if (!listeners?.delete(hear) || listeners.size > 0) return
    this.#listeners.delete(channel)
    this.#tellListening()
    await this.exchange([serialize.query(`unlisten ${quoteIdentifier(channel)}`)], null)
  }

  /** Makes all that was answered, or asked before, safe from a power cut. */
  async sync(): Promise<void> {
    for (;;) {
      try {
        await this.#thread.ask('sync', null)
        this.isUnsynced = false
        return
      } catch (error) {
        if (!(error instanceof NotBegunError)) throw error
      }
    }
  }

  /** Returns the data folder as a tar archive. It needs the connection. */
  async dump(): Promise<Blob> {
    const { bytes } = await this.#thread.ask('dump', null)
    return new Blob([bytes])
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  /** @throws {messages.DatabaseError} the first of the errors that the database answers. */
  parse(answer: ArrayBuffer): messages.BackendMessage[] {
    const answers: messages.BackendMessage[] = []
    const errors: messages.DatabaseError[] = []
    new protocol.Parser().parse(answer, (message) => {
      if (message instanceof messages.DatabaseError) errors.push(message)
      if (message instanceof messages.NotificationResponseMessage)
        this.#tell(message.channel, message.payload)
      answers.push(message)
    })
    if (errors[0]) throw errors[0]
    return answers
  }

  #tellListening(): void {
    this.listening = [...this.#listeners.keys()].map((channel) => `; ${listenStatement(channel)}`).join('')
  }

  #tell(channel: string, payload: string): void {
    for (const hear of this.#listeners.get(channel) ?? []) queueMicrotask(() => hear(payload))
  }
}

/** Joins the parts into one transferable buffer. */
function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function listenStatement(channel: string): string {
  return `listen ${quoteIdentifier(channel)}`
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
