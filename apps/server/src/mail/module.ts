import { describeError } from '../http/describe-error.ts'
import { doing } from '../jobs/job.ts'
import type { JobLog } from '../jobs/jobs.ts'
import type { ContextModule } from '../services/context-module.ts'
import { alertOwnerJob } from './alert-owner.job.ts'
import { alertOwner } from './alert-owner.ts'
import type { OpenMail } from './open-mailer.ts'

export type MailNeeds = { mail: OpenMail; ownerEmail: string; log: JobLog }

/** Mails that are no other context's: those that ask the owner to look at something. */
export function mailModule({ mail: { mailer, mailbox }, ownerEmail, log }: MailNeeds): ContextModule {
  return {
    jobs: [doing(alertOwnerJob, ({ payload }) => alertOwner({ mailer, ownerEmail }, payload))],
    standIn: { mailbox },
    async start() {
      mailer.verify().catch((error: unknown) => {
        log.warn(
          { error: describeError(error) },
          'the mail server does not answer: nobody can sign in by code',
        )
      })
    },
  }
}
