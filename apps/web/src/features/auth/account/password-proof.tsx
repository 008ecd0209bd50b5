import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { accountTexts } from '@app/content/ru/ui/account'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Button } from '#web/ui/button.tsx'
import { signInByPassword } from '../auth-calls.ts'
import { PasswordField, typedPassword } from '../login/password-field.tsx'
import { RefusalAlert } from '../login/refusal-alert.tsx'

const texts = accountTexts.deletion.proof

type PasswordProofProps = { email: string; onProven: () => void; children: ReactNode }

/** Proves by the account's password that its owner is here. */
export function PasswordProof({ email, onProven, children }: PasswordProofProps) {
  const config = useConfig()
  const [isChecking, setChecking] = useState(false)
  const [refusal, setRefusal] = useState<AuthRefusal | null>(null)

  async function check(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = typedPassword(event.currentTarget)
    setChecking(true)
    const refused = await signInByPassword(config, { email, password })
    setChecking(false)
    setRefusal(refused)
    if (!refused) onProven()
  }

  return (
    <form onSubmit={check} noValidate className="grid gap-4">
      <PasswordField label={texts.password} kind="current-password" />
      <RefusalAlert refusal={refusal} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="destructive" size="sm" busy={isChecking}>
          {texts.submit}
        </Button>
        {children}
      </div>
    </form>
  )
}
