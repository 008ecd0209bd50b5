import { personTexts } from '@app/content/ru/ui/desk/person'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FreshProof } from '#web/components/second-factor/fresh-proof.tsx'
import { ApiError } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ignoreDoubleClick } from './ignore-double-click.ts'
import { needsSecondFactor } from './needs-second-factor.ts'
import { refusalText } from './query-result.tsx'
import { useToast } from './toast-provider.tsx'

const texts = personTexts.actions

type ActionProps = {
  /** The action's two words for error reports. */
  name: string
  label: ReactNode
  /** The confirmation text; without it the first press acts. */
  confirm?: { text: string; submit?: string }
  isGrave?: boolean
  disabled?: boolean
  /** The toast after success. */
  done?: string
  /** The text for missing data of the person. */
  invalid?: string
  run: () => Promise<unknown>
  onDone?: () => void
}

/** A button with an optional confirmation, and a code if the server requires one. */
export function Action(props: ActionProps) {
  const { name, label, confirm, isGrave = false, disabled = false, done, invalid, run, onDone } = props
  const say = useToast()
  const button = useRef<HTMLButtonElement>(null)
  const question = useRef<HTMLDivElement>(null)
  const questionId = useId()
  const [isAsking, setAsking] = useState(false)
  const action = useMutation({
    mutationKey: ['desk', name],
    mutationFn: run,
    onSuccess: () => {
      setAsking(false)
      if (done) say(done)
      onDone?.()
    },
    onSettled: () => {
      underWay.current = false
    },
  })
  // A second press may come before the first is drawn.
  const underWay = useRef(false)
  const start = () => {
    if (underWay.current) return
    underWay.current = true
    action.mutate()
  }
  const wasAsking = useRef(false)
  useEffect(() => {
    if (isAsking) question.current?.focus()
    // The closed confirmation had the focus.
    else if (wasAsking.current && isFocusLost(document.activeElement)) button.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])
  const keep = () => {
    action.reset()
    setAsking(false)
  }
  const submit = confirm?.submit ?? texts.yes
  const isInvalid = action.error instanceof ApiError && action.error.code === 'invalid_input'
  const refusal = action.error && ((isInvalid && invalid) || refusalText(action.error))

  if (needsSecondFactor(action.error)) return <FreshProof submit={submit} onShown={start} onKept={keep} />
  if (!isAsking) {
    return (
      <div className="grid justify-items-start gap-2">
        <Button
          ref={button}
          variant="outline"
          size="sm"
          disabled={disabled}
          busy={action.isPending}
          onClick={ignoreDoubleClick(() => (confirm ? setAsking(true) : start()))}
        >
          {label}
        </Button>
        {refusal && <Alert variant="error">{refusal}</Alert>}
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend is laid out apart from the rest
    <div
      ref={question}
      role="group"
      aria-labelledby={questionId}
      tabIndex={-1}
      className="grid w-full max-w-[34rem] gap-2 rounded-card border border-line-strong p-4 text-left outline-none"
    >
      <p id={questionId} className="text-label whitespace-pre-line wrap-anywhere">
        {confirm?.text}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={action.isPending} onClick={ignoreDoubleClick(keep)}>
          {texts.keep}
        </Button>
        <Button
          variant={isGrave ? 'destructive' : 'default'}
          size="sm"
          busy={action.isPending}
          onClick={ignoreDoubleClick(start)}
        >
          {submit}
        </Button>
      </div>
      {refusal && <Alert variant="error">{refusal}</Alert>}
    </div>
  )
}

function isFocusLost(focused: Element | null): boolean {
  return focused === null || focused === document.body
}
