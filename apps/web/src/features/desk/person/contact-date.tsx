import { personTexts } from '@app/content/ru/ui/desk/person'
import { useId, useRef, useState } from 'react'
import { Input } from '#web/ui/input.tsx'

const texts = personTexts.marks

/** On the way to 2030 a typed year is 2, 20 and 203, each of them a date to the browser. */
const earliest = '2000-01-01'
/** A date that is typed over has been finished by then. */
const typingPauseMs = 700

type ContactDateProps = { on: string | null; onChange: (on: string | null) => void }

/** The day to write to somebody again. What is typed stays as it is while it is saved. */
export function ContactDate({ on, onChange }: ContactDateProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  /** A date that is not saved yet, and when it will be. */
  const waiting = useRef<{ value: string; timer: ReturnType<typeof setTimeout> } | null>(null)
  const kept = on ?? ''
  if (typed === kept) setTyped(null)

  function change({ value, validity }: HTMLInputElement) {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = null
    setTyped(value)
    // Half a date is an empty one, and no wish to have none.
    if (validity.valid) waiting.current = { value, timer: setTimeout(save, typingPauseMs) }
  }
  /** Whoever leaves the field has finished, and may leave the page next. */
  function save() {
    if (!waiting.current) return
    const { value, timer } = waiting.current
    clearTimeout(timer)
    waiting.current = null
    onChange(value || null)
  }
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-[0.8125rem] text-ink-soft">
        {texts.nextContact}
      </label>
      <Input
        id={id}
        type="date"
        min={earliest}
        value={typed ?? kept}
        onChange={({ target }) => change(target)}
        onBlur={save}
        size="sm"
      />
    </div>
  )
}
