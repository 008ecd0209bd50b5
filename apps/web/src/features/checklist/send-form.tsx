import { checklistTexts as texts } from '@app/content/ru/ui/checklist'
import { validationMessage } from '@app/content/ru/validation'
import { checkPhone } from '@app/domain/quiz/contact'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { PhoneField } from '#web/components/phone-field.tsx'
import { Button } from '#web/ui/button.tsx'

type SendFormProps = {
  /** What the field starts with. */
  storedPhone: string
  isSending: boolean
  onSend: (phone: string) => void
  onCancel: () => void
}

/** Asks which phone the checklist goes to. Closing it forgets what was typed. */
export function SendForm({ storedPhone, isSending, onSend, onCancel }: SendFormProps) {
  const [phone, setPhone] = useState(storedPhone)
  const [isSubmitted, setSubmitted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const refusal = checkPhone(phone)

  useEffect(() => field.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (refusal) field.current?.focus()
    else onSend(phone)
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <PhoneField
        ref={field}
        label={texts.phone}
        hint={texts.agreement}
        error={isSubmitted && refusal ? validationMessage(refusal, { phone }) : undefined}
        placeholder={texts.phonePlaceholder}
        value={phone}
        onChange={setPhone}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSending} disabled={phone.trim() === ''}>
          {isSending ? texts.sending : texts.send}
        </Button>
        <Button variant="ghost" disabled={isSending} onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
