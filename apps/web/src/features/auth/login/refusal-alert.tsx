import { type AuthRefusal, authErrorText } from '@app/content/ru/auth-errors'
import { networkErrorText } from '@app/content/ru/errors'
import { Alert } from '#web/ui/alert.tsx'

/** Shows why the sign-in service refused, in Russian. */
export function RefusalAlert({ refusal }: { refusal: AuthRefusal | null }) {
  if (!refusal) return null
  return <Alert variant="error">{refusalText(refusal)}</Alert>
}

function refusalText(refusal: AuthRefusal): string {
  return refusal.status === 0 ? networkErrorText : authErrorText(refusal)
}
