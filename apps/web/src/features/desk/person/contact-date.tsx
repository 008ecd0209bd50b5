import { personTexts } from '@app/content/ru/ui/desk/person'
import { useId, useRef, useState } from 'react'
import { Input } from '#web/ui/input.tsx'

const texts = personTexts.marks

/** While 2030 is typed, the browser sees the years 2, 20 and 203. */
const earliest = '2000-01-01'
/** A date that is typed over has been finished by then. */
const typingPauseMs = 700

type ContactDateProps = { on: string | null; onChange: (on: string | null) => void }

/** The date of the next contact. Typing continues while it is saved. */
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
    // An incomplete date is empty, which does not mean removal.
    if (validity.valid) waiting.current = { value, timer: setTimeout(save, typingPauseMs) }
  }
  /** Saves on blur, because the page may be left next. */
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
