import { loginTexts as texts } from '@app/content/ru/ui/login'
import type { FormEvent } from 'react'
import { EmailField } from '#web/components/email-field.tsx'
import { formSubmitted } from '#web/lib/analytics/page-events.ts'
import { tabStore } from '#web/lib/browser-storage.ts'
import { useConfig } from '#web/lib/config.ts'
import { Button } from '#web/ui/button.tsx'
import { sendCode } from '../auth-calls.ts'
import { resendPauseMs } from './login-state.ts'
import { RefusalAlert } from './refusal-alert.tsx'
import { readLogin } from './saved-login.ts'
import type { StepProps } from './step-props.ts'
import { useCheckedEmail } from './use-checked-email.ts'

/** Asks for the address. The next step appears at once, while the mail is sent. */
export function EmailStep({ state, dispatch }: StepProps<'email'>) {
  const config = useConfig()
  const { input, problem, check } = useCheckedEmail(state.email)
  const { purpose } = state

  async function submit(event: FormEvent) {
    event.preventDefault()
    const email = check()
    if (!email) return
    formSubmitted('login_email')
    dispatch({ type: 'code_requested' })
    const refusal = await sendCode(config, email, purpose)
    const now = Date.now()
    dispatch(
      refusal
        ? { type: 'code_not_sent', email, now, refusal }
        : { type: 'code_sent', email, resendAt: now + resendPauseMs(config) },
    )
  }

  function takeCode() {
    const email = check()
    if (!email) return
    const now = Date.now()
    const kept = readLogin(tabStore, now)
    dispatch({ type: 'code_at_hand', email, resendAt: kept?.email === email ? kept.resendAt : now })
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <EmailField
        ref={input}
        label={texts.email.label}
        placeholder={texts.email.placeholder}
        value={state.email}
        error={problem}
        onChange={(email) => dispatch({ type: 'email_typed', email })}
      />
      <RefusalAlert refusal={state.refusal} />
      <Button type="submit" size="lg">
        {purpose === 'sign-in' ? texts.email.submit : texts.recovery.submit}
      </Button>
      <div className="flex flex-wrap justify-center gap-x-6">
        <Button variant="link" onClick={takeCode}>
          {texts.email.haveCode}
        </Button>
        {purpose === 'sign-in' && (
          <Button variant="link" onClick={() => dispatch({ type: 'password_chosen' })}>
            {texts.email.byPassword}
          </Button>
        )}
      </div>
    </form>
  )
}
