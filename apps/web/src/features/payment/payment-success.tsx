import { depositNote, depositTaken } from '@app/content/ru/pricing'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { chatTexts } from '@app/content/ru/whatsapp'
import { formatTenge } from '@app/content/ru/writing/money'
import type { PaymentStatus } from '@app/contracts/payments'
import type { ProductType } from '@app/domain/orders/products'
import type { ReactNode } from 'react'
import { AfterDoctor } from '#web/components/after-doctor.tsx'
import { NutritionistCard } from '#web/components/nutritionist-card.tsx'
import { PageLink } from '#web/components/page-link.tsx'
import { cn } from '#web/lib/cn.ts'
import { useConfig } from '#web/lib/config.ts'
import { useSession } from '#web/lib/session/session.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { CheckMark } from '#web/ui/check-mark.tsx'
import { Container } from '#web/ui/container.tsx'
import { Price } from '#web/ui/price.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ChatLink } from './chat-link.tsx'
import { PaymentBand } from './payment-band.tsx'
import { type PaymentReturn, paymentReturnState } from './payment-return.ts'
import { paymentTheme } from './payment-theme.ts'
import { type PaidSummary, productSummary } from './product-summary.ts'
import { summaryFor } from './program-summary.ts'
import { FirstMessageNote } from './thanks/first-message.tsx'
import { type OrderStatus, useOrderStatus } from './use-order-status.ts'

const texts = paymentTexts.success

type PaidOrder = NonNullable<PaymentStatus['order']>

type PaymentSuccessProps = {
  found: PaymentReturn
  /** Returns the advice about a doctor; `isDoctorFirst` comes from the server. */
  doctorsWord: (isDoctorFirst: boolean | null) => string | null
}

/** Shows the purchase, its status and the next steps. */
export function PaymentSuccess({ found, doctorsWord }: PaymentSuccessProps) {
  const { standing, order } = useOrderStatus(found)
  const isSignedIn = useSession().status === 'signed-in'
  const first = order?.first ?? null
  const summary = summaryFor(productSummary(found.product), {
    programFor: order?.programFor ?? null,
    isSignedIn,
    isDated: first !== null,
  })
  const isOpen = standing === 'asking' || standing === 'waiting'
  const isOver = standing === 'failed' || standing === 'refunded' || standing === 'expired'
  const isGift = order?.programFor === 'gift'
  // A program is looked at there, and a gift's number is mended there.
  const isForCabinet = !isOver && (isGift || (summary.type === 'subscription' && standing === 'confirmed'))
  // The first step is the button below it.
  const isTalk = summary.type === 'consultation' && !isOver
  const word = doctorsWord(order?.isDoctorFirst ?? null)
  const caution = word && !isGift && <AfterDoctor>{word}</AfterDoctor>
  const ways = (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      {isForCabinet && <CabinetLink type={summary.type} isMain />}
      <ContactLink product={summary.type} isOver={isOver} isMain={!isForCabinet} />
      {!isForCabinet && <CabinetLink type={summary.type} isMain={false} />}
    </div>
  )
  return (
    <>
      <PaymentBand type={summary.type} colorScheme={summary.colorScheme} title={texts.headlines[standing]}>
        <p role="status" data-standing={standing} className="flex max-w-[40rem] items-start gap-3 text-lg">
          {isOpen && <Spinner className="mt-1 size-5 shrink-0" />}
          <span>{orderStatusText(standing, isSignedIn)}</span>
        </p>
        {found.invId !== null && (
          <p translate="no" className="text-label text-ink-soft">
            {texts.orderNumber(found.invId)}
          </p>
        )}
        {isTalk && ways}
      </PaymentBand>
      <Container className="grid gap-x-16 gap-y-10 py-10 lg:grid-cols-[3fr_2fr] lg:py-14">
        {first && (
          <div className="grid grid-cols-1 content-start gap-8 lg:row-span-2">
            <FirstMessageNote first={first}>{caution}</FirstMessageNote>
            {ways}
          </div>
        )}
        {standing !== 'unproven' && (
          <>
            <PurchasedProduct summary={summary} isKept={standing !== 'refunded'}>
              <dl className="mt-5 flex flex-wrap gap-x-12 gap-y-4">
                <Fact
                  label={texts.price}
                  value={<Price>{formatTenge(order?.priceTiyn ?? summary.priceTiyn)}</Price>}
                />
                {order && order.chargeTiyn !== order.priceTiyn && (
                  <Fact
                    label={chargeLabel(standing)}
                    value={<Price>{formatTenge(order.chargeTiyn)}</Price>}
                  />
                )}
                {standing !== 'refunded' && <Fact label={texts.duration} value={summary.duration} />}
                {order?.giftPhone && (
                  <Fact label={texts.giftPhone} value={<span translate="no">{order.giftPhone}</span>} />
                )}
              </dl>
              {order && !isOver && (
                <p className="mt-3 text-label text-ink-soft">{depositText(order, standing)}</p>
              )}
            </PurchasedProduct>
            {!isOver && <NextSteps summary={summary}>{!first && caution}</NextSteps>}
          </>
        )}
        {order && !isOver && <NutritionistCard size="line" className="lg:col-span-2" />}
        {!first && !isTalk && <div className="lg:col-span-2">{ways}</div>}
      </Container>
    </>
  )
}

/** A signed-in user needs no sign-in hint. */
function orderStatusText(standing: OrderStatus, isSignedIn: boolean): string {
  const isElsewhere = standing === 'unknown' || standing === 'unproven'
  return isSignedIn && isElsewhere ? texts.standingsSignedIn[standing] : texts.standings[standing]
}

function chargeLabel(standing: OrderStatus): string {
  if (standing === 'refunded') return texts.wasPaid
  return standing === 'confirmed' ? texts.paid : texts.toPay
}

/** Returns the text about the used deposit; null without one. */
function depositText(order: PaidOrder, standing: OrderStatus): string | null {
  if (order.dueTiyn > 0) return texts.due(formatTenge(order.dueTiyn))
  return standing === 'confirmed' ? depositTaken(order) : depositNote(order)
}

type BoughtProps = { summary: PaidSummary; isKept: boolean; children: ReactNode }

/** The product. Its content is hidden after a refund. */
function PurchasedProduct({ summary, isKept, children }: BoughtProps) {
  const { title, description, features, colorScheme } = summary
  return (
    <section>
      <h2 className="headline text-[min(1.625rem,8vw)] leading-tight">{title}</h2>
      {children}
      {isKept && (
        <>
          <p className="mt-5 max-w-[40rem] leading-relaxed">{description}</p>
          <h3 className="mt-7 font-semibold">{texts.features}</h3>
          <ul className="mt-3 grid gap-2.5">
            {features.map((feature) => (
              <li key={feature} className="flex gap-2.5">
                <CheckMark className={cn('mt-1 size-4 shrink-0', paymentTheme[colorScheme].mark)} />
                {feature}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt className="text-label text-ink-soft">{label}</dt>
      <dd className="headline text-2xl tabular-nums">{value}</dd>
    </div>
  )
}

type NextStepsProps = { summary: PaidSummary; children: ReactNode }

/** `children` come before the steps. */
function NextSteps({ summary: { nextSteps, colorScheme }, children }: NextStepsProps) {
  return (
    <section>
      <h2 className="headline text-[min(1.375rem,8vw)] leading-tight">{texts.nextSteps}</h2>
      {children && <div className="mt-4">{children}</div>}
      <ol className="mt-4 grid gap-4">
        {nextSteps.map((step, index) => (
          <li key={step} className="flex gap-4">
            <span
              aria-hidden="true"
              className={cn('headline w-5 shrink-0 text-xl', paymentTheme[colorScheme].mark)}
            >
              {index + 1}
            </span>
            <span className="leading-relaxed">{step}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function CabinetLink({ type, isMain }: { type: ProductType; isMain: boolean }) {
  return (
    <PageLink
      to="/profile"
      state={paymentReturnState}
      className={buttonStyle({ variant: isMain ? 'default' : 'outline', size: 'lg' })}
    >
      {type === 'subscription' ? texts.toProgram : texts.toProfile}
    </PageLink>
  )
}

type ContactLinkProps = { product: ProductType; isOver: boolean; isMain: boolean }

/** A consultation is arranged in its own chat; about the program, and about an order that nothing follows, support answers. */
function ContactLink({ product, isOver, isMain }: ContactLinkProps) {
  const { owner } = useConfig()
  return product === 'consultation' && !isOver ? (
    <ChatLink phone={owner.consultationWhatsapp} text={chatTexts.consultation}>
      {texts.whatsapp}
    </ChatLink>
  ) : (
    <ChatLink
      phone={owner.supportWhatsapp}
      text={isOver ? chatTexts.order : chatTexts.subscription}
      button="support"
      variant={isMain ? 'default' : 'link'}
    >
      {texts.support}
    </ChatLink>
  )
}
