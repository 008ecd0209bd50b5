import { createHmac } from 'node:crypto'
import { runKeptText } from '../../database/hints.ts'
import type { Db } from '../../database/trx.ts'
import { addressGroup } from '../../limits/limit-addresses.ts'
import type { AuthContext } from '../auth-context.ts'
import { subjectOf } from '../codes/attempt-counts.ts'
import { subjectsOfCode } from '../codes/guess-limits.ts'

/** From this many messages a day on, an address is written to more slowly. */
const usualMessages = 20
const slowdown = 10
/** So many messages a network gets at the usual pace even then, lest others use up the day of whoever owns the address. */
const neverSlow = 2

const taking = 'select platform.take_message($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as seconds_left'

/** How often mails or texts may go to one address, whoever has it. Kept in the database, by hashes of addresses. */
export class Throttle {
  readonly #context: Pick<AuthContext, 'keys' | 'settings'>
  readonly #kind: 'mail' | 'text'
  readonly #pauseSeconds: number

  /** `pauseSeconds` lie between two messages to one address. */
  constructor(
    context: Pick<AuthContext, 'keys' | 'settings'>,
    { kind, pauseSeconds }: { kind: 'mail' | 'text'; pauseSeconds: number },
  ) {
    this.#context = context
    this.#kind = kind
    this.#pauseSeconds = pauseSeconds
  }

  /** By what an address is known here. */
  keyOf(address: string): string {
    return createHmac('sha256', this.#context.keys.pepper).update(`${this.#kind} ${address}`).digest('hex')
  }

  /**
   * Notes that an address is about to be written to, and answers null; or, when it was written to less than the pause ago
   * or too often, the seconds left. Nobody can use up another's share: how often one network may ask is its own count,
   * and what all of them did together only makes the pause longer for those who go on. Whoever asks starts with a fresh
   * number of guesses at the code.
   *
   * One statement, so that two requests at once cannot both go through.
   */
  async take(db: Db, address: string, ip: string): Promise<number | null> {
    const [told] = await runKeptText<{ seconds_left: number | null }>(db, taking, this.valuesOf(address, ip))
    return told?.seconds_left ?? null
  }

  /** The values that `platform.take_message` goes by, in its order; for a statement that does more than take. */
  valuesOf(address: string, ip: string): readonly (string | number)[] {
    const context = this.#context
    const { max, seconds } = context.settings.rateLimits.codesPerAddress
    const asker = addressGroup(ip)
    const { asked, guessed } = subjectsOfCode(context, address, ip)
    return [
      ...[
        this.keyOf(address),
        subjectOf(context, 'sent', address, asker),
        subjectOf(context, 'sent', address),
      ],
      ...[asked, guessed, max, seconds, this.#pauseSeconds, usualMessages, slowdown, neverSlow],
    ]
  }

  /** Lets an address ask again at once, since nothing reached it. */
  async release(db: Db, address: string): Promise<void> {
    await db.deleteFrom('platform.mail_throttle').where('address_hash', '=', this.keyOf(address)).execute()
  }
}
