import { describeError } from '../http/describe-error.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { OpenMail } from './open-mailer.ts'

export type MailNeeds = { mail: OpenMail; log: JobLog }

/** Checks the mailer at start and offers the sandbox's mailbox. */
export function mailModule({ mail: { mailer, mailbox }, log }: MailNeeds): ContextModule {
  return {
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
