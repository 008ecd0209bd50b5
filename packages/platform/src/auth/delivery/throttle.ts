import { createHmac } from 'node:crypto'
import { runPreparedText } from '../../database/hints.ts'
import type { Db } from '../../database/trx.ts'
import type { KeyRing } from '../../keys/keys.ts'
import type { ResolvedSettings } from '../../settings.ts'
import { codeCounterKeys, counterKey } from '../codes/attempt-counts.ts'
import type { CodeRequester } from '../codes/code.ts'
import { type CodeAllowance, codeAllowances, maxUsualCodes } from '../codes/code-allowance.ts'

const takeMessageSql = 'select platform.take_message($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as seconds_left'

type Context = { keys: KeyRing; settings: ResolvedSettings }

/** Limits how often mails may go to one address. Kept in the database, by hashes of addresses. */
export class Throttle {
  readonly #context: Context
  readonly #ofStrangers: readonly CodeAllowance[]
  readonly #ofKnown: readonly CodeAllowance[]

  constructor(context: Context) {
    this.#context = context
    const { smtpMaxFrequency, otpMaxTries } = context.settings.auth
    const rule = { pauseSeconds: smtpMaxFrequency, guesses: otpMaxTries }
    this.#ofStrangers = codeAllowances({ ...rule, maxUsualCodes: maxUsualCodes.ofAll })
    this.#ofKnown = codeAllowances({ ...rule, maxUsualCodes: maxUsualCodes.ofKnownDevice })
  }

  /** Returns the throttle's key of an address. */
  keyOf(address: string): string {
    return createHmac('sha256', this.#context.keys.pepper).update(`mail ${address}`).digest('hex')
  }

  /**
   * Records a mail to an address and returns null, or the remaining seconds. All networks share one
   * limit; a known device has its own. It is one statement, so that concurrent requests cannot both
   * pass.
   */
  async take(db: Db, address: string, asker: CodeRequester): Promise<number | null> {
    const values = this.valuesOf(address, asker)
    const [told] = await runPreparedText<{ seconds_left: number | null }>(db, takeMessageSql, values)
    return told?.seconds_left ?? null
  }

  /** The values that `platform.take_message` goes by, in its order; for a statement that does more than take. */
  valuesOf(address: string, asker: CodeRequester): readonly unknown[] {
    const context = this.#context
    const { max, seconds } = context.settings.rateLimits.codesPerAddress
    const { asked, guessed } = codeCounterKeys(context, address, asker)
    const ofAsker = counterKey(context, 'sent', address, asker.name)
    const ofAll = asker.isKnown
      ? counterKey(context, 'sent of', address, asker.name)
      : counterKey(context, 'sent', address)
    const allowances = asker.isKnown ? this.#ofKnown : this.#ofStrangers
    const pauseKey = asker.isKnown ? this.keyOf(`${address}\n${asker.name}`) : this.keyOf(address)
    return [
      ...[pauseKey, ofAsker, ofAll, asked, guessed, max, seconds],
      allowances.map(({ pauseSeconds }) => pauseSeconds),
      allowances.map(({ guesses }) => guesses),
      context.settings.auth.otpMaxTries,
    ]
  }

  /** Releases the throttle of an address after a failed mail. */
  async release(db: Db, address: string): Promise<void> {
    await db.deleteFrom('platform.mail_throttle').where('address_hash', '=', this.keyOf(address)).execute()
  }
}
