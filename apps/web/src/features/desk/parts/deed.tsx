import { personTexts } from '@app/content/ru/ui/desk/person'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { refusalText } from './answered.tsx'
import { FreshProof, wantsProof } from './fresh-proof.tsx'
import { once } from './once.ts'

const texts = personTexts.deeds

type DeedProps = {
  /** The deed's two words for error reports. */
  name: string
  label: ReactNode
  /** What it does, said before it is done; without it the first press does it. */
  confirm?: { text: string; submit?: string }
  isGrave?: boolean
  disabled?: boolean
  /** Said when it is done, where nothing else on the page shows it at once. */
  done?: string
  /** Said when something about the person that it needs is not there. */
  invalid?: string
  run: () => Promise<unknown>
  onDone?: () => void
}

/** Something that is done by a press; by a second one where that cannot be undone, and after a code where the server wants one. */
export function Deed(props: DeedProps) {
  const { name, label, confirm, isGrave = false, disabled = false, done, invalid, run, onDone } = props
  const [isAsking, setAsking] = useState(false)
  const deed = useMutation({
    mutationKey: ['desk', name],
    mutationFn: run,
    onSuccess: () => {
      setAsking(false)
      onDone?.()
    },
  })
  const keep = () => {
    deed.reset()
    setAsking(false)
  }
  const submit = confirm?.submit ?? texts.yes
  const isInvalid = deed.error instanceof ApiError && deed.error.code === 'invalid_input'
  const refusal = deed.error && ((isInvalid && invalid) || refusalText(deed.error))

  if (wantsProof(deed.error)) return <FreshProof submit={submit} onShown={deed.mutate} onKept={keep} />
  if (!isAsking) {
    return (
      <div className="grid justify-items-start gap-2">
        <Button
          variant="outline"
          size="sm"
          disabled={disabled}
          busy={deed.isPending}
          onClick={once(() => (confirm ? setAsking(true) : deed.mutate()))}
        >
          {label}
        </Button>
        {done && deed.isSuccess && (
          <p role="status" className="text-label text-ink-soft">
            {done}
          </p>
        )}
        {refusal && <Alert variant="error">{refusal}</Alert>}
      </div>
    )
  }
  return (
    <div className="grid w-full max-w-[34rem] gap-2 rounded-card border border-line-strong p-4">
      <p className="text-label">{confirm?.text}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={deed.isPending} onClick={once(keep)}>
          {texts.keep}
        </Button>
        <Button
          variant={isGrave ? 'destructive' : 'default'}
          size="sm"
          busy={deed.isPending}
          onClick={once(() => deed.mutate())}
        >
          {submit}
        </Button>
      </div>
      {refusal && <Alert variant="error">{refusal}</Alert>}
    </div>
  )
}
