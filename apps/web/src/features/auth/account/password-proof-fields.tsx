import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { accountTexts } from '@app/content/ru/ui/account'
import { useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { type PasswordProof, sendProofCode } from '../auth-calls.ts'
import { readCode } from '../login/login-state.ts'
import { PasswordField, typedPassword } from '../login/password-field.tsx'
import { RefusalAlert } from '../login/refusal-alert.tsx'

const texts = accountTexts.password
const names = { current: 'current-password', code: 'proof-code' }

/** Asks for the present password, or for a code from the mailbox instead of it. */
export function PasswordProofFields() {
  const config = useConfig()
  const [isByCode, setByCode] = useState(false)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<AuthRefusal | null>(null)

  async function sendCode() {
    setSending(true)
    const refused = await sendProofCode(config)
    setSending(false)
    setRefusal(refused)
    // A code that was mailed a moment ago is still good.
    setByCode(!refused || refused.code === 'over_email_send_rate_limit')
  }

  return (
    <div className="grid gap-2">
      {isByCode ? (
        <Field label={texts.code} hint={texts.codeSent}>
          {(control) => (
            <Input
              {...control}
              name={names.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[0-9]*"
            />
          )}
        </Field>
      ) : (
        <>
          <PasswordField label={texts.current} kind="current-password" name={names.current} />
          <Button variant="link" className="justify-self-start" onClick={sendCode} busy={isSending}>
            {texts.sendCode}
          </Button>
        </>
      )}
      <RefusalAlert refusal={refusal} />
    </div>
  )
}

/** The proof typed into the form that is being submitted, if it asks for one. */
export function typedProof(form: HTMLFormElement): PasswordProof | undefined {
  const nonce = readCode(typedPassword(form, names.code))
  if (nonce) return { nonce }
  const current = typedPassword(form, names.current)
  return current ? { current_password: current } : undefined
}
