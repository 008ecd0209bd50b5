import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { accountTexts } from '@app/content/ru/ui/account'
import { loginTexts } from '@app/content/ru/ui/login'
import { signInRules } from '@app/contracts/sign-in'
import { type FormEvent, useRef, useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { savePassword } from '../auth-calls.ts'
import { PasswordField, typedPassword } from '../login/password-field.tsx'
import { RefusalAlert } from '../login/refusal-alert.tsx'
import { PasswordProofFields, typedProof } from './password-proof-fields.tsx'

const texts = accountTexts.password

type Status =
  | { name: 'idle' }
  | { name: 'too-short' }
  | { name: 'saving' }
  | { name: 'saved' }
  | { name: 'refused'; refusal: AuthRefusal }

/** Sets or changes the password. */
export function PasswordForm() {
  const config = useConfig()
  const input = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState<Status>({ name: 'idle' })
  const [asksForProof, setAsksForProof] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const password = typedPassword(form)
    if (password.length < signInRules.passwordMinLength) {
      setStatus({ name: 'too-short' })
      return input.current?.focus()
    }
    setStatus({ name: 'saving' })
    const refusal = await savePassword(config, password, typedProof(form))
    if (!refusal) form.reset()
    // Asked for only after an older sign-in, until the password is saved.
    setAsksForProof(refusal !== null && (asksForProof || refusal.code === 'reauthentication_needed'))
    setStatus(refusal ? { name: 'refused', refusal } : { name: 'saved' })
  }

  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      <p className="mt-2 text-label text-ink-soft">{texts.text}</p>
      <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <PasswordField
          ref={input}
          label={texts.label}
          hint={loginTexts.newPassword.hint}
          error={status.name === 'too-short' ? loginTexts.newPassword.tooShort : undefined}
          kind="new-password"
        />
        {asksForProof && <PasswordProofFields />}
        {status.name === 'saved' && <Alert variant="success">{texts.saved}</Alert>}
        <RefusalAlert refusal={status.name === 'refused' ? status.refusal : null} />
        <Button type="submit" variant="outline" busy={status.name === 'saving'}>
          {texts.save}
        </Button>
      </form>
    </Card>
  )
}
