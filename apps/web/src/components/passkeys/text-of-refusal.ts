import { type AuthRefusal, authErrorText } from '@app/content/ru/auth-errors'
import { passkeyErrorText } from '@app/content/ru/ui/passkeys'

/** Returns what a person reads when something with a key is refused. */
export function textOfRefusal(refusal: AuthRefusal): string {
  return passkeyErrorText(refusal) ?? authErrorText(refusal)
}
