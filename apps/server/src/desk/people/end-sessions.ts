import type { Kysely } from 'kysely'
import { notifyAccountJob } from '../../accounts/notify-account.job.ts'
import { resetSignInMethods } from '../../accounts/reset-sign-in-methods.ts'
import { recordDeskAction } from '../../audit/record-audit.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Tables } from '../../services/tables.ts'
import { lockAccount } from '../lock-account.ts'
import { findSubject, type PersonAct } from './person-act.ts'

type Services = { db: Kysely<Tables>; jobs: Pick<Jobs, 'enqueue'>; now: () => Date }

/**
 * Ends all sessions of a person and removes all sign-in methods except the mailbox, because an
 * intruder may have added one. Notifies the person. Throws `not_found` without an account, and
 * `person_is_staff`.
 */
export async function endPersonsSessions({ db, jobs, now }: Services, act: PersonAct): Promise<void> {
  const subject = await findSubject(db, act.personId)
  if (!subject) throw notFound()
  await db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, subject)
    if (!account) throw notFound()
    if (account.role) throw new AppError('person_is_staff')
    await resetSignInMethods(jobs, trx, subject)
    await recordDeskAction(trx, {
      ...{ action: 'person_changed', by: act.by, subject },
      details: { person: act.personId, did: 'signed_out' },
    })
    await jobs.enqueue(trx, notifyAccountJob, {
      userId: subject,
      at: now().toISOString(),
      kind: 'sessions_ended',
    })
  })
}
