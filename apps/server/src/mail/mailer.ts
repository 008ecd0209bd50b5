import type { Mail } from '@app/platform/settings'

export type Mailer = {
  send: (mail: Mail) => Promise<void>
  /** Throws when mails could not be sent now. */
  verify: () => Promise<void>
  close: () => void
}
