import { ownerAlertMail } from '@app/content/ru/mail/owner-notice'
import type { z } from 'zod'
import type { alertOwnerJob } from './alert-owner.job.ts'
import type { Mailer } from './mailer.ts'

type Alert = z.output<typeof alertOwnerJob.payload>

/** Sends one alert to the owner's own address. */
export async function alertOwner(
  { mailer, ownerEmail }: { mailer: Pick<Mailer, 'send'>; ownerEmail: string },
  { alert, reference }: Alert,
): Promise<void> {
  await mailer.send({ to: ownerEmail, ...ownerAlertMail(alert, reference) })
}
