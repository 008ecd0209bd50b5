import { pricingTexts, productTexts } from '@app/content/ru/pricing'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { profileTexts } from '@app/content/ru/ui/profile'
import { subscriptionTexts } from '@app/content/ru/ui/subscription'
import { chatTexts } from '@app/content/ru/whatsapp'
import { formatDay, formatInstant } from '@app/content/ru/writing/date'
import { offeredProducts } from '@app/domain/orders/offered'
import type { ProductType } from '@app/domain/orders/products'
import { findSalesBlocker, hasMedicalRedFlags } from '@app/domain/result/medical-red-flags'
import { useQuery } from '@tanstack/react-query'
import { AfterDoctor } from '#web/components/after-doctor.tsx'
import { ChatLink } from '#web/features/payment/chat-link.tsx'
import { GiveProgram } from '#web/features/payment/give-program.tsx'
import { ordersQuery } from '#web/features/payment/payment-queries.ts'
import { Purchases } from '#web/features/payment/purchases.tsx'
import { useLatestAnswers } from '#web/features/profile/use-latest-answers.ts'
import { ResultSection } from '#web/features/result/result-section.tsx'
import { SubscriptionSection } from '#web/features/subscription/subscription-section.tsx'
import { useConfig } from '#web/lib/config.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import { Container } from '#web/ui/container.tsx'
import { AfterProgram } from './after-program.tsx'
import { type ConsultationStage, consultationStage } from './consultation-stage.ts'

const texts = profileTexts.consultation

type BoughtPanelProps = {
  person: Person
  /** True when a purchase is active or ahead. */
  isAhead: boolean
  /** The products that are not offered. */
  owned: readonly ProductType[]
  onTakeTest: () => void
}

/** The purchases and their state. */
export function PurchasesPanel({ person, isAhead, owned, onTakeTest }: BoughtPanelProps) {
  const latest = useLatestAnswers()
  return (
    <Container className="pb-9 *:first:border-t-0 *:first:pt-3">
      {isAhead && hasMedicalRedFlags(latest) && (
        <p className="mb-6">
          <AfterDoctor>{pricingTexts.doctorsWordBought}</AfterDoctor>
        </p>
      )}
      <AfterProgram userId={person.id} owned={owned} onTakeTest={onTakeTest} />
      <OwnSubscription userId={person.id} />
      <OwnConsultation userId={person.id} />
      <PurchasesSection userId={person.id} />
    </Container>
  )
}

/** The buyer's program; nothing without one. */
function OwnSubscription({ userId }: { userId: string }) {
  const mayGive = offeredProducts({ answers: {}, latest: useLatestAnswers() }).includes('subscription')
  return (
    <SubscriptionSection
      userId={userId}
      gift={(ownPhones) => mayGive && <GiveProgram ownPhones={ownPhones} />}
      frame={(content) => (
        <div
          id="program"
          className="scroll-mt-40 first:*:border-t-0 first:*:pt-3 [section+&]:*:border-t! [section+&]:*:pt-9!"
        >
          <ResultSection title={subscriptionTexts.title} note={subscriptionTexts.note}>
            {content}
          </ResultSection>
        </div>
      )}
    />
  )
}

function PurchasesSection({ userId }: { userId: string }) {
  const isSoldNothing = findSalesBlocker(useLatestAnswers()) !== null
  return (
    <ResultSection title={paymentTexts.purchases.title}>
      <Purchases userId={userId} mayPay={!isSoldNothing} />
    </ResultSection>
  )
}

/** A paid consultation: how it is arranged until it has a time, and after that the time. */
function OwnConsultation({ userId }: { userId: string }) {
  const config = useConfig()
  const { data } = useQuery(ordersQuery(config, userId))
  const known = consultationStage(data ?? [], new Date())
  if (!known) return null
  const isOpen = known.stage === 'to-arrange'
  return (
    <ResultSection title={texts.title}>
      {isOpen ? (
        <FirstStepsList />
      ) : (
        <p data-consultation={known.stage} className="max-w-[40rem] leading-relaxed">
          {stageText(known)}
        </p>
      )}
      <div className="mt-6">
        <ChatLink
          phone={config.owner.consultationWhatsapp}
          text={isOpen ? chatTexts.consultation : chatTexts.arranged}
          variant={isOpen ? 'default' : 'outline'}
        >
          {paymentTexts.success.whatsapp}
        </ChatLink>
      </div>
    </ResultSection>
  )
}

function stageText(known: Exclude<ConsultationStage, { stage: 'to-arrange' }>): string {
  switch (known.stage) {
    case 'held':
      return texts.held(known.startsAt && formatDay(known.startsAt))
    case 'arranged':
    case 'past':
      return texts[known.stage](formatInstant(known.startsAt))
  }
}

function FirstStepsList() {
  return (
    <ol className="grid max-w-[40rem] gap-3">
      {productTexts.consultation.nextSteps.map((step, index) => (
        <li key={step} className="flex gap-4">
          <span aria-hidden="true" className="headline w-5 shrink-0 text-xl text-amber-deep">
            {index + 1}
          </span>
          <span className="leading-relaxed">{step}</span>
        </li>
      ))}
    </ol>
  )
}
