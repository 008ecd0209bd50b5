import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../database/trx.ts'
import { AuthError } from '../auth-errors.ts'
import type { CodeRequester } from '../codes/known-device.ts'
import type { Throttle } from './throttle.ts'

/** How one kind of message leaves the house. */
export type Carrier<Message extends { to: string }> = {
  throttle: Throttle
  deliver: (message: Message) => Promise<void>
  /** What is logged of a message that was not sent: never whom it was for. */
  describe: (message: Message) => { what: string; facts: Record<string, unknown> }
  tooMany: (secondsLeft: number) => AuthError
  failed: () => AuthError
}

/** Sends mails or texts, and keeps a pause between two to one address. */
export class Sender<Message extends { to: string }> {
  readonly #carrier: Carrier<Message>
  readonly #underWay = new Set<Promise<void>>()

  constructor(carrier: Carrier<Message>) {
    this.#carrier = carrier
  }

  /**
   * Throws when the address was written to a moment ago. Counts addresses that nobody has too, and those that will get
   * nothing: otherwise the refusal would tell who has an account.
   */
  async throttle(db: Db, address: string, asker: CodeRequester): Promise<void> {
    const secondsLeft = await this.#carrier.throttle.take(db, address, asker)
    if (secondsLeft !== null) this.refuseFor(secondsLeft)
  }

  /** Whether the address may be written to now; one that may counts as written to. */
  async mayWrite(db: Db, address: string, asker: CodeRequester): Promise<boolean> {
    return (await this.#carrier.throttle.take(db, address, asker)) === null
  }

  /** What `throttle` tells the database, for a statement that goes on with it. */
  throttleValuesOf(address: string, asker: CodeRequester): readonly unknown[] {
    return this.#carrier.throttle.valuesOf(address, asker)
  }

  /** Throws what `throttle` does. */
  refuseFor(secondsLeft: number): never {
    throw this.#carrier.tooMany(secondsLeft)
  }

  /** By what an address is known to the throttle. */
  throttleKeyOf(address: string): string {
    return this.#carrier.throttle.keyOf(address)
  }

  /** Sends and waits; throws when the message could not be handed over, and lets the address ask again at once. */
  async send(db: Db, message: Message, log: FastifyBaseLogger): Promise<void> {
    try {
      await this.#carrier.deliver(message)
    } catch (error) {
      this.#logFailure(message, error, log)
      await this.#carrier.throttle.release(db, message.to)
      // A hook of the operator's says itself why it refuses.
      throw error instanceof AuthError ? error : this.#carrier.failed()
    }
  }

  /** Sends without making the request wait, so that its time does not tell whether there was a message to send. */
  sendLater(message: Message, log: FastifyBaseLogger): void {
    const sending = this.#carrier
      .deliver(message)
      .catch((error) => this.#logFailure(message, error, log))
      .finally(() => this.#underWay.delete(sending))
    this.#underWay.add(sending)
  }

  /** Waits for the messages under way. */
  async drain(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  #logFailure(message: Message, error: unknown, log: FastifyBaseLogger): void {
    const { what, facts } = this.#carrier.describe(message)
    log.error({ ...facts, reason: reasonOf(error) }, `${what} was not sent`)
  }
}

/** The kind of failure without its message: mail servers like to repeat the address in it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
