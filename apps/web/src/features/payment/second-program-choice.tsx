import { payAgreement, productTexts } from '@app/content/ru/pricing'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { validationMessage } from '@app/content/ru/validation'
import { checkPhone, stripPhone } from '@app/domain/quiz/contact'
import { type FormEvent, useRef, useState } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { PhoneField } from '#web/components/phone-field.tsx'
import { RichLine } from '#web/components/rich-text.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'

const { bought: texts, phonePlaceholder } = paymentTexts.pay.sheet

type AnotherProgramProps = {
  /** The buyer's own numbers, as far as they are known here: a plus and digits. */
  ownPhones: readonly string[]
  /** The error for one's own numbers, when the program must be a gift. */
  notOwn?: string
  isOpening: boolean
  /** Goes back to one's own; without it there is nothing to choose. */
  onKeep?: () => void
  onBuy: (phone: string) => void
}

/** Asks a buyer with an active program for another person's number. */
export function SecondProgramChoice({ ownPhones, notOwn, isOpening, onKeep, onBuy }: AnotherProgramProps) {
  const ref = useRef<HTMLFormElement>(null)
  const [phone, setPhone] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const code = checkPhone(phone)
  const isOwn = code === null && ownPhones.includes(stripPhone(phone))
  const isRefused = isOwn && notOwn !== undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (code === null && !isRefused) return onBuy(stripPhone(phone))
    requestAnimationFrame(() => ref.current?.querySelector('input')?.focus())
  }

  return (
    <form ref={ref} onSubmit={submit} noValidate className="grid gap-5">
      {onKeep && (
        <PageLink to="/profile#program" className={buttonStyle()} onClick={onKeep}>
          {texts.keep}
        </PageLink>
      )}
      <PhoneField
        label={texts.phone}
        error={isSubmitted && code ? validationMessage(code, { phone, field: 'phone' }) : undefined}
        placeholder={phonePlaceholder}
        value={phone}
        onChange={setPhone}
      />
      {isOwn && <Alert variant="waiting">{notOwn ?? texts.sameNumber}</Alert>}
      <Button type="submit" variant={onKeep ? 'outline' : 'default'} busy={isOpening}>
        {(isOwn && !isRefused ? texts.again : texts.give)(productTexts.subscription.price)}
      </Button>
      <p className="text-sm leading-normal text-ink-soft">
        <RichLine content={payAgreement} />
      </p>
    </form>
  )
}
