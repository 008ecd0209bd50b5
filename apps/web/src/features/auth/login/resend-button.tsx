import { loginTexts } from '@app/content/ru/ui/login'
import { Button } from '#web/ui/button.tsx'
import { type LoginState, secondsToResend } from './login-state.ts'
import { useNow } from './use-now.ts'

const texts = loginTexts.code

type ResendButtonProps = { state: Extract<LoginState, { step: 'code' }>; onResend: () => void }

/** Asks for another code once the pause after the last one is over; counts the seconds meanwhile. */
export function ResendButton({ state, onResend }: ResendButtonProps) {
  const now = useNow(state.resendAt !== null)
  const seconds = secondsToResend(state, now)
  const isReady = seconds === 0 && !state.isChecking
  return (
    <Button
      variant="link"
      disabled={!isReady}
      onClick={onResend}
      className="tabular-nums disabled:no-underline"
    >
      {seconds ? texts.resendIn(seconds) : texts.resend}
    </Button>
  )
}
