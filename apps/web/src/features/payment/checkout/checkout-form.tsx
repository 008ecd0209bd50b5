import { payAgreement, pricingTexts, productTexts } from '@app/content/ru/pricing'
import { subcategoryTexts } from '@app/content/ru/results'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { formatDay } from '@app/content/ru/writing/date'
import type { ProductType } from '@app/domain/orders/products'
import type { Subcategory } from '@app/domain/result/categories'
import type { FormEvent } from 'react'
import { EmailField } from '#web/components/email-field.tsx'
import { NutritionistCard } from '#web/components/nutritionist-card.tsx'
import { PhoneField } from '#web/components/phone-field.tsx'
import { RichLine } from '#web/components/rich-text.tsx'
import { tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckMark } from '#web/ui/check-mark.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Price } from '#web/ui/price.tsx'
import { type BuyerInput, type OfferedPurchase, payButtonVariant } from '../start-payment.ts'
import { useCheckoutForm } from './use-checkout-form.ts'

const texts = paymentTexts.pay.sheet

type CheckoutFormProps = {
  purchase: OfferedPurchase
  isOpening: boolean
  problem: string | null
  onSubmit: (given: BuyerInput) => void
}

/** The fields: the phone for messages, and the e-mail of visitors. */
export function CheckoutForm({ purchase, isOpening, problem, onSubmit }: CheckoutFormProps) {
  const { product, buyer, manner } = purchase
  const session = useSession()
  const person = session.status === 'signed-in' ? session.person : null
  const linkedLead = product === 'subscription' && person ? buyer.linkedLead : undefined
  const { ref, typed, type, problemOf, check } = useCheckoutForm(person, linkedLead?.id ?? null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const given = check()
    if (given) onSubmit(given)
  }

  return (
    <form ref={ref} onSubmit={submit} noValidate className="grid gap-5">
      <Recap product={product} subcategory={buyer.subcategory} />
      <NutritionistCard size="line" />
      <PhoneField
        label={texts[product].phone}
        error={problemOf('phone')}
        placeholder={texts.phonePlaceholder}
        value={typed.phone}
        onChange={(phone) => type({ phone })}
      />
      {person ? (
        <p className="text-label text-ink-soft">{texts.receiptTo(person.email ?? '')}</p>
      ) : (
        <EmailField
          label={texts.email}
          hint={texts.emailHint}
          error={problemOf('email')}
          placeholder={texts.emailPlaceholder}
          value={typed.email}
          onChange={(email) => type({ email })}
        />
      )}
      {linkedLead && (
        <div>
          <Checkbox
            name="is-mine"
            checked={typed.isMine}
            aria-invalid={problemOf('isMine') ? true : undefined}
            onChange={(event) => type({ isMine: event.target.checked })}
          >
            {texts.isMine(formatDay(new Date(linkedLead.createdAt)))}
          </Checkbox>
          {problemOf('isMine') && <p className="ml-9 text-label text-danger">{texts.notClaimed}</p>}
        </div>
      )}
      {!tabStore.isKept(tabKeys.result) && <Alert>{texts.notKept}</Alert>}
      {problem && <Alert variant="error">{problem}</Alert>}
      <div className="grid gap-3">
        <Button
          type="submit"
          size="lg"
          variant={manner.isQuiet ? 'default' : payButtonVariant(purchase)}
          busy={isOpening}
        >
          {isOpening ? paymentTexts.pay.opening : texts.submit(productTexts[product].price)}
        </Button>
        <p className="text-sm text-ink-soft">
          <RichLine content={payAgreement} /> {pricingTexts.payment}
        </p>
      </div>
    </form>
  )
}

/** Shows the product, its price and the refund terms above the form. */
function Recap({ product, subcategory }: { product: ProductType; subcategory: Subcategory | null }) {
  const { title, duration, price } = productTexts[product]
  return (
    <section aria-label={texts.recap} className="grid gap-2 rounded-2xl bg-mist px-5 py-4">
      <p className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
        <span className="headline text-lg leading-snug">{title}</span>
        <Price className="headline text-lg whitespace-nowrap">{price}</Price>
      </p>
      <p className="text-label">
        {product === 'subscription' && subcategory
          ? texts.result(subcategoryTexts[subcategory].checklistTitle)
          : duration}
      </p>
      <p className="flex gap-2 text-label font-medium text-meadow-deep">
        <CheckMark className="mt-0.5 size-4 shrink-0" />
        {texts.refund[product]}
      </p>
    </section>
  )
}
