import { checklistTexts as texts } from '@app/content/ru/ui/checklist'
import { validationMessage } from '@app/content/ru/validation'
import { checkPhone } from '@app/domain/quiz/contact'
import { type FormEvent, useState } from 'react'
import { PhoneField } from '#web/components/phone-field.tsx'
import { useFocusOnMount } from '#web/lib/page/use-focus-on-mount.ts'
import { Button } from '#web/ui/button.tsx'

type SendFormProps = {
  /** Returns the field's first value. */
  startPhone: () => string
  isSending: boolean
  /** Resolves to true when the checklist is sent. */
  onSend: (phone: string) => Promise<boolean>
  onCancel: () => void
}

/**
 * Asks for the phone. It is never stored (specification, section 4), because it may be another
 * person's.
 */
export function SendForm({ startPhone, isSending, onSend, onCancel }: SendFormProps) {
  const [phone, setPhone] = useState(startPhone)
  const [isSubmitted, setSubmitted] = useState(false)
  const field = useFocusOnMount()
  const refusal = checkPhone(phone)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (refusal) field.current?.focus()
    else await onSend(phone)
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <PhoneField
        ref={field}
        label={texts.phone}
        hint={texts.agreement}
        error={isSubmitted && refusal ? validationMessage(refusal, { phone, field: 'phone' }) : undefined}
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
