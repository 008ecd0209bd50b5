import { useEffect, useRef, useState } from 'react'

type AskFirstProps = {
  /** The button before, and the one that does it. */
  label: string
  question: string
  doIt: string
  isGrave?: boolean
  isDisabled?: boolean
  onYes: () => Promise<void> | void
}

/** A button that asks before it does what it says. */
export function AskFirst({
  label,
  question,
  doIt,
  isGrave = false,
  isDisabled = false,
  onYes,
}: AskFirstProps) {
  const [status, setStatus] = useState<'idle' | 'asking' | 'doing'>('idle')
  const asked = useRef<HTMLFieldSetElement>(null)
  // The button that was pressed is gone, and the focus goes to what took its place; what cannot be undone is not under the finger.
  useEffect(() => {
    const first = isGrave ? 'button:last-of-type' : 'button'
    if (status === 'asking') asked.current?.querySelector<HTMLButtonElement>(first)?.focus()
  }, [status, isGrave])
  if (status === 'idle') {
    return (
      <button
        type="button"
        className={isGrave ? 'grave' : ''}
        disabled={isDisabled}
        onClick={() => setStatus('asking')}
      >
        {label}
      </button>
    )
  }
  return (
    <fieldset className="ask-first" ref={asked}>
      <legend>{question}</legend>
      <button
        type="button"
        className={isGrave ? 'grave solid' : 'primary'}
        disabled={status === 'doing'}
        onClick={async () => {
          setStatus('doing')
          await onYes()
          setStatus('idle')
        }}
      >
        {doIt}
      </button>
      <button type="button" disabled={status === 'doing'} onClick={() => setStatus('idle')}>
        Cancel
      </button>
    </fieldset>
  )
}
