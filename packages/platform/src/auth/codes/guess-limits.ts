import { sql } from 'kysely'
import { runPrepared } from '../../database/hints.ts'
import type { Trx } from '../../database/trx.ts'
import { addressGroup } from '../../limits/limit-addresses.ts'
import type { AuthContext } from '../auth-context.ts'
import type { User } from '../users/user-body.ts'
import { findUserAndDecrementCounts, noUserId, type OwnerQuery } from '../users/user-repository.ts'
import { codeCounterKeys, counterKey, decrementCounts, incrementCounts } from './attempt-counts.ts'
import type { CodeRequester } from './code.ts'

/**
 * Decides who may still guess. The requester of a code has own guesses, which others cannot use up;
 * all others share a daily number.
 */

/** The number of networks whose wrong passwords one account accepts. */
const networksPerAccount = 5

/** The guesses of all networks that have not asked. */
export function sharedGuessCounterKey(context: Pick<AuthContext, 'keys'>, address: string): string {
  return counterKey(context, 'guesses', address)
}

export type CodeGuess = {
  mayGuess: boolean
  /** The user of the code; a random id without an account. */
  userId: string
  /** Takes the guess back, since it was right, and answers with its user. */
  takeBack: (trx: Trx) => Promise<User | undefined>
}

/**
 * Counts a guess at an address's code and finds its user in one statement, which is the same for
 * unknown addresses.
 */
export async function countCodeGuess(
  context: AuthContext,
  trx: Trx,
  { address, asker, owner }: CodeGuessSubject,
): Promise<CodeGuess> {
  const { settings } = context
  const { max, seconds } = settings.rateLimits.guessesPerAddress
  const { asked, guessed } = codeCounterKeys(context, address, asker)
  const others = sharedGuessCounterKey(context, address)
  const asking = sql<{ may_guess: boolean; has_asked: boolean; user_id: string }>`
    select guess.of_own <= ${settings.auth.otpMaxTries}::integer and guess.of_others <= ${max}::integer as may_guess,
      guess.has_asked, coalesce((${owner(trx, address)}), ${noUserId}::uuid) as user_id
    from platform.count_guess(${asked}, ${guessed}, ${others}, ${settings.auth.otpExp}, ${seconds}) as guess`
  const [counted] = await runPrepared(trx, asking)
  if (!counted) throw new Error('A guess was not counted.')
  const { user_id: userId, may_guess: mayGuess, has_asked: hasAsked } = counted
  // The requester uses only their own guesses.
  const subjects = hasAsked ? [guessed] : [guessed, others]
  return { mayGuess, userId, takeBack: (trx) => findUserAndDecrementCounts(trx, userId, subjects) }
}

/** `owner` asks whose an address is, by its id. */
type CodeGuessSubject = { address: string; asker: CodeRequester; owner: OwnerQuery }

export type PasswordGuess = { mayGuess: boolean; takeBack: () => Promise<void> }

/**
 * The same for the password of an account. What strangers did is held only against networks the
 * account has not been used from; from there its owner comes in by a mailed code.
 */
export async function countPasswordGuess(
  context: AuthContext,
  { account, userId, ip }: { account: string; userId: string; ip: string },
): Promise<PasswordGuess> {
  const { db, settings } = context
  const { max, seconds } = settings.rateLimits.passwordsPerAccount
  const counted = [
    counterKey(context, 'password', account, addressGroup(ip)),
    counterKey(context, 'passwords', account),
  ]
  const [ofAsker = 0, ofAll = 0] = await incrementCounts(db, counted, seconds)
  const { rows } = await sql<{ ip: string }>`
    select host(ip) as ip from auth.sessions where user_id = ${userId} and ip is not null
    order by created_at desc limit 100`.execute(db)
  const isUsualNetwork = rows.some((session) => addressGroup(session.ip) === addressGroup(ip))
  return {
    mayGuess: ofAsker <= max && (ofAll <= max * networksPerAccount || isUsualNetwork),
    takeBack: () => decrementCounts(db, counted),
  }
}
