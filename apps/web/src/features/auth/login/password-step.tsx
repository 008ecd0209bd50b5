import { loginTexts } from '@app/content/ru/ui/login'
import { validationMessage } from '@app/content/ru/validation'
import { type FormEvent, useRef, useState } from 'react'
import { EmailField } from '#web/components/email-field.tsx'
import { formSubmitted } from '#web/lib/analytics/page-events.ts'
import { useConfig } from '#web/lib/config.ts'
import { Button } from '#web/ui/button.tsx'
import { signInByPassword } from '../auth-calls.ts'
import { PasswordField, typedPassword } from './password-field.tsx'
import { RefusalAlert } from './refusal-alert.tsx'
import type { StepProps } from './step-props.ts'
import { useCheckedEmail } from './use-checked-email.ts'

const texts = loginTexts.password

/** Asks for the e-mail and the password. */
export function PasswordStep(props: StepProps<'password'> & { onSignedIn: () => void }) {
  const { state, dispatch, onSignedIn } = props
  const config = useConfig()
  const { input, problem, check } = useCheckedEmail(state.email)
  const password = useRef<HTMLInputElement>(null)
  const [isPasswordMissing, setPasswordMissing] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = typedPassword(event.currentTarget)
    setPasswordMissing(typed === '')
    const email = check()
    if (!email) return
    if (typed === '') return password.current?.focus()
    formSubmitted('login_password')
    dispatch({ type: 'check_started' })
    const refusal = await signInByPassword(config, { email, password: typed })
    if (refusal) dispatch({ type: 'check_refused', refusal })
    else onSignedIn()
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <EmailField
        ref={input}
        label={loginTexts.email.label}
        placeholder={loginTexts.email.placeholder}
        value={state.email}
        error={problem}
        onChange={(email) => dispatch({ type: 'email_typed', email })}
      />
      <PasswordField
        ref={password}
        label={texts.label}
        error={isPasswordMissing ? validationMessage('required') : undefined}
        kind="current-password"
      />
      <RefusalAlert refusal={state.refusal} />
      <Button type="submit" size="lg" busy={state.isChecking}>
        {texts.submit}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6">
        <Button variant="link" onClick={() => dispatch({ type: 'password_forgotten' })}>
          {texts.forgotten}
        </Button>
        <Button variant="link" onClick={() => dispatch({ type: 'went_back' })}>
          {texts.byCode}
        </Button>
      </div>
    </form>
  )
}
