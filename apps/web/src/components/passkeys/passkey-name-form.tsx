import { passkeyTexts as texts } from '@app/content/ru/ui/passkeys'
import { type FormEvent, useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** As long as the sign-in service lets a name be. */
const longestName = 120

type PasskeyNameFormProps = {
  initial: string
  submit: string
  cancel: string
  /** Answers why it did not work; null when it did. */
  onSubmit: (name: string) => Promise<string | null>
  onCancel: () => void
}

/** Asks what to call a key, and does with the name what the button says. */
export function PasskeyNameForm({ initial, submit, cancel, onSubmit, onCancel }: PasskeyNameFormProps) {
  const [name, setName] = useState(initial)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    setBusy(true)
    setProblem(null)
    const refused = await onSubmit(name.trim())
    setBusy(false)
    setProblem(refused)
  }

  return (
    <form onSubmit={send} noValidate className="grid w-full max-w-[26rem] gap-4">
      <Field label={texts.name} hint={texts.nameHint} error={isMissing ? texts.nameMissing : undefined}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={longestName}
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
