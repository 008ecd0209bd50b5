import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { passkeyTexts as texts } from '@app/content/ru/ui/passkeys'
import { type FormEvent, useState } from 'react'
import { FreshProof } from '#web/components/second-factor/fresh-proof.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { textOfRefusal } from './text-of-refusal.ts'

/** The sign-in service's limit. */
const nameMaxLength = 120

type PasskeyNameFormProps = {
  initial: string
  submit: string
  cancel: string
  /** Resolves to the refusal, or null on success. A required code is asked for first. */
  onSubmit: (name: string) => Promise<AuthRefusal | null>
  onCancel: () => void
}

/** Asks what to call a key, and does with the name what the button says. */
export function PasskeyNameForm({ initial, submit, cancel, onSubmit, onCancel }: PasskeyNameFormProps) {
  const [name, setName] = useState(initial)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [needsProof, setNeedsProof] = useState(false)

  function send(event: FormEvent) {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() !== '') void go()
  }

  async function go() {
    setNeedsProof(false)
    setBusy(true)
    setProblem(null)
    const refused = await onSubmit(name.trim())
    setBusy(false)
    if (refused?.code === 'reauthentication_needed') return setNeedsProof(true)
    setProblem(refused && textOfRefusal(refused))
  }

  if (needsProof) return <FreshProof submit={submit} onShown={() => void go()} onKept={onCancel} />

  return (
    <form onSubmit={send} noValidate className="grid w-full max-w-[26rem] gap-4">
      <Field label={texts.name} hint={texts.nameHint} error={isMissing ? texts.nameMissing : undefined}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={nameMaxLength}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {problem && <Alert variant="error">{problem}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {submit}
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={onCancel}>
          {cancel}
        </Button>
      </div>
    </form>
  )
}
