import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { accountTexts } from '@app/content/ru/ui/account'
import { loginTexts } from '@app/content/ru/ui/login'
import { codeLength } from '@app/domain/auth/display-name'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { checkCode, sendCode } from '../auth-calls.ts'
import { readCode } from '../login/login-state.ts'
import { RefusalAlert } from '../login/refusal-alert.tsx'

const texts = accountTexts.deletion.proof

type MailCodeProofProps = { email: string; onProven: () => void; children: ReactNode }

/** Proves by a mailed code that the account's owner is here. */
export function MailCodeProof({ email, onProven, children }: MailCodeProofProps) {
  const config = useConfig()
  const [status, setStatus] = useState<'idle' | 'sending' | 'sent' | 'checking'>('idle')
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<AuthRefusal | null>(null)
  const isSent = status === 'sent' || status === 'checking'

  async function send() {
    setStatus('sending')
    const refused = await sendCode(config, email, 'sign-in')
    setRefusal(refused)
    setStatus(refused ? 'idle' : 'sent')
  }

  async function check() {
    if (code.length < codeLength) return
    setStatus('checking')
    const refused = await checkCode(config, { email, code, purpose: 'sign-in' })
    setRefusal(refused)
    setStatus('sent')
    if (!refused) onProven()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void (isSent ? check() : send())
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {isSent && (
        <Field label={loginTexts.code.label} hint={loginTexts.code.sentTo(email)}>
          {(control) => (
            <Input
              {...control}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[0-9]*"
              size="code"
              value={code}
              onChange={(event) => setCode(readCode(event.target.value))}
            />
          )}
        </Field>
      )}
      <RefusalAlert refusal={refusal} />
      <div className="flex flex-wrap gap-3">
        {isSent ? (
          <Button
            type="submit"
            variant="destructive"
            size="sm"
            disabled={code.length < codeLength}
            busy={status === 'checking'}
          >
            {texts.submit}
          </Button>
        ) : (
          <Button type="submit" size="sm" busy={status === 'sending'}>
            {texts.send}
          </Button>
        )}
        {children}
      </div>
    </form>
  )
}
