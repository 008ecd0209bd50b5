import { type AuthRefusal, authErrorText } from '@app/content/ru/auth-errors'
import { networkErrorText } from '@app/content/ru/errors'
import { secondFactorTexts } from '@app/content/ru/ui/second-factor'
import { formatInstant } from '@app/content/ru/writing/date'
import { codeLength } from '@app/domain/auth/display-name'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { type Factor, showFactor } from '#web/lib/session/second-factor.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'

const texts = secondFactorTexts.code

/** A new factor has no date yet. */
type ShownFactor = Pick<Factor, 'id'> & Partial<Factor>

type FactorCodeFormProps = {
  /** At least one; with several, the person chooses. */
  factors: readonly ShownFactor[]
  submit: string
  onShown: () => void
  /** Rendered beside the submit button. */
  children?: ReactNode
}

/** Asks for the code that an authenticator app shows, until it is the right one. */
export function FactorCodeForm({ factors, submit, onShown, children }: FactorCodeFormProps) {
  const config = useConfig()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [chosen, setChosen] = useState(factors[0]?.id ?? '')
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function check(event: FormEvent) {
    event.preventDefault()
    if (code.length < codeLength) {
      setProblem(texts.incomplete)
      return input.current?.focus()
    }
    setChecking(true)
    const refusal = await showFactor(config, { factorId: chosen, code })
    setChecking(false)
    if (!refusal) return onShown()
    const isNew = factors.some(({ id, addedAt }) => id === chosen && !addedAt)
    setProblem(textOf(refusal, isNew))
    input.current?.select()
  }

  return (
    <form onSubmit={check} noValidate className="grid w-full max-w-[22rem] gap-4">
      {factors.length > 1 && (
        <Field label={texts.which}>
          {(control) => (
            <Select {...control} value={chosen} onChange={(event) => setChosen(event.target.value)}>
              {factors.map((factor, at) => (
                <option key={factor.id} value={factor.id}>
                  {nameOf(factor, at)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={texts.label} hint={texts.hint}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            name="factor-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            size="code"
            value={code}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, codeLength))}
          />
        )}
      </Field>
      {problem && <Alert variant="error">{problem}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isChecking}>
          {submit}
        </Button>
        {children}
      </div>
      {config.sandboxAuthenticator && (
        <a
          href="/sandbox/authenticator"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center justify-self-start text-label text-meadow-deep underline underline-offset-4"
        >
          {texts.sandbox}
        </a>
      )}
    </form>
  )
}

/** Returns the name of an app in lists: its number and when it was added. */
export function nameOf(factor: ShownFactor, at: number): string {
  return secondFactorTexts.name(at + 1, factor.addedAt ? formatInstant(factor.addedAt) : '')
}

function textOf(refusal: AuthRefusal, isNew: boolean): string {
  if (refusal.status === 0) return networkErrorText
  // The app may hold a key that was shown before this one, whose codes are never right.
  if (isNew && refusal.code === 'mfa_verification_failed') return secondFactorTexts.enrolment.refused
  // Only enrolment causes it, where no password or code can be entered.
  if (refusal.code === 'reauthentication_needed') return secondFactorTexts.enrolment.signInAgain
  return authErrorText(refusal)
}
