import { type AuthRefusal, authErrorText } from '@app/content/ru/auth-errors'
import { passkeyErrorText } from '@app/content/ru/ui/passkeys'

/** Returns the text for a refused action with a key. */
export function textOfRefusal(refusal: AuthRefusal): string {
  return passkeyErrorText(refusal) ?? authErrorText(refusal)
}
