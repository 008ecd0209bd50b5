import { loginTexts } from '@app/content/ru/ui/login'
import { signInRules } from '@app/contracts/sign-in'
import { type FormEvent, useState } from 'react'
import { formSubmitted } from '#web/lib/analytics/page-events.ts'
import { useConfig } from '#web/lib/config.ts'
import { useFocusOnMount } from '#web/lib/page/use-focus-on-mount.ts'
import { Button } from '#web/ui/button.tsx'
import { savePassword } from '../auth-calls.ts'
import { PasswordField, typedPassword } from './password-field.tsx'
import { RefusalAlert } from './refusal-alert.tsx'
import type { StepProps } from './step-props.ts'

const texts = loginTexts.newPassword

/** The end of a recovery: the user is signed in and chooses a new password, now or another time. */
export function NewPasswordStep({
  state,
  dispatch,
  onDone,
}: StepProps<'new-password'> & { onDone: () => void }) {
  const config = useConfig()
  const input = useFocusOnMount()
  const [isTooShort, setTooShort] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = typedPassword(event.currentTarget)
    setTooShort(password.length < signInRules.passwordMinLength)
    if (password.length < signInRules.passwordMinLength) return input.current?.focus()
    formSubmitted('new_password')
    dispatch({ type: 'check_started' })
    const refusal = await savePassword(config, password)
    if (refusal) dispatch({ type: 'check_refused', refusal })
    else onDone()
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <PasswordField
        ref={input}
        label={texts.label}
        hint={texts.hint}
        error={isTooShort ? texts.tooShort : undefined}
        kind="new-password"
      />
      <RefusalAlert refusal={state.refusal} />
      <Button type="submit" size="lg" busy={state.isSaving}>
        {texts.submit}
      </Button>
      <Button variant="link" onClick={onDone} disabled={state.isSaving}>
        {texts.later}
      </Button>
    </form>
  )
}
