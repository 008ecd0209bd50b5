import { sql } from 'kysely'
import type { Db, Trx } from '../../database/trx.ts'
import { addressGroup } from '../../limits/limit-addresses.ts'
import type { AuthContext } from '../auth-context.ts'
import { countDown, countUp, subjectOf } from './attempt-counts.ts'

/**
 * Who may still guess. A stranger's guesses must neither find a code nor keep its owner from using it, so they are
 * counted by network: whoever asked for a code has a few guesses of their own at it, which nobody else can use up; all
 * others together have a number a day.
 */

/** How many networks' worth of wrong passwords one account takes from networks it has not been used from. */
const networksPerAccount = 5

/** Notes that somebody has asked for a code, who starts with a fresh number of guesses. */
export async function allowGuesses(
  context: Pick<AuthContext, 'keys'>,
  db: Db,
  address: string,
  ip: string,
): Promise<void> {
  const asker = addressGroup(ip)
  const [asked, guessed] = [
    subjectOf(context, 'asked', address, asker),
    subjectOf(context, 'guess', address, asker),
  ]
  await sql`
    with fresh as (delete from auth.attempt_counts where subject = ${guessed})
    insert into auth.attempt_counts (subject, count, since) values (${asked}, 1, clock_timestamp())
    on conflict (subject) do update set count = 1, since = excluded.since`.execute(db)
}

export type Guess = { mayGuess: boolean; takeBack: () => Promise<void> }

/** Counts a guess at the code of an address before it is looked at; the right one is taken back. */
export async function countCodeGuess(
  context: AuthContext,
  trx: Trx,
  { address, ip, lifetimeSeconds }: { address: string; ip: string; lifetimeSeconds: number },
): Promise<Guess> {
  const { settings } = context
  const { max, seconds } = settings.rateLimits.guessesPerAddress
  const asker = addressGroup(ip)
  const asked = await sql`
    select from auth.attempt_counts
    where subject = ${subjectOf(context, 'asked', address, asker)}
      and since > now() - make_interval(secs => ${lifetimeSeconds})`.execute(trx)
  const own = subjectOf(context, 'guess', address, asker)
  const others = subjectOf(context, 'guesses', address)
  const counted = asked.rows.length > 0 ? [own] : [own, others]
  const [ofOwn = 0, ofOthers = 0] = await countUp(trx, counted, seconds)
  return {
    mayGuess: ofOwn <= settings.auth.otpMaxTries && ofOthers <= max,
    takeBack: () => countDown(trx, counted),
  }
}

/**
 * The same for the password of an account. What strangers did is held only against networks the account has not been used
 * from; from there its owner comes in by a mailed code.
 */
export async function countPasswordGuess(
  context: AuthContext,
  { account, userId, ip }: { account: string; userId: string; ip: string },
): Promise<Guess> {
  const { db, settings } = context
  const { max, seconds } = settings.rateLimits.passwordsPerAccount
  const counted = [
    subjectOf(context, 'password', account, addressGroup(ip)),
    subjectOf(context, 'passwords', account),
  ]
  const [ofAsker = 0, ofAll = 0] = await countUp(db, counted, seconds)
  const { rows } = await sql<{ ip: string }>`
    select host(ip) as ip from auth.sessions where user_id = ${userId} and ip is not null
    order by created_at desc limit 100`.execute(db)
  const isUsualNetwork = rows.some((session) => addressGroup(session.ip) === addressGroup(ip))
  return {
    mayGuess: ofAsker <= max && (ofAll <= max * networksPerAccount || isUsualNetwork),
    takeBack: () => countDown(db, counted),
  }
}
