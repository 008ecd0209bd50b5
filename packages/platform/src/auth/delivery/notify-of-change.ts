import type { NoticeKind } from '../../settings.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { isConfirmed, type User } from '../users/user-body.ts'

/**
 * Mails a user that a way to sign in to their account was changed. Called once the change is
 * committed, which a mail that cannot be sent never undoes. `userAgent` is null where no browser of
 * theirs did it.
 */
export function notifyOfChange(
  { settings, emailSender }: Pick<AuthContext, 'settings' | 'emailSender'>,
  user: User,
  kind: NoticeKind,
  { userAgent, log }: Pick<Origin, 'userAgent' | 'log'>,
): void {
  if (!settings.auth.notifyOfChanges || !isConfirmed(user) || !user.email) return
  emailSender.sendLater({ kind, to: user.email, at: new Date(), userAgent }, log)
}
