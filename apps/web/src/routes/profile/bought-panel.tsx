import { productTexts } from '@app/content/ru/pricing'
import { paymentTexts } from '@app/content/ru/ui/payment'
import { profileTexts } from '@app/content/ru/ui/profile'
import { chatTexts } from '@app/content/ru/whatsapp'
import { useQuery } from '@tanstack/react-query'
import { ChatLink } from '#web/features/payment/chat-link.tsx'
import { ordersQuery } from '#web/features/payment/payment-queries.ts'
import { Purchases } from '#web/features/payment/purchases.tsx'
import { ResultSection } from '#web/features/result/result-section.tsx'
import { useConfig } from '#web/lib/config.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import { Container } from '#web/ui/container.tsx'
import { OwnSubscription } from './own-subscription.tsx'

/** What was bought and what happens with it now. */
export function BoughtPanel({ person }: { person: Person }) {
  return (
    <Container className="pb-9 *:first:border-t-0 *:first:pt-3">
      <OwnSubscription userId={person.id} />
      <OwnConsultation userId={person.id} />
      <PurchasesSection userId={person.id} />
    </Container>
  )
}

function PurchasesSection({ userId }: { userId: string }) {
  return (
    <ResultSection title={paymentTexts.purchases.title}>
      <Purchases userId={userId} />
    </ResultSection>
  )
}

/** A paid consultation: how it is arranged. */
function OwnConsultation({ userId }: { userId: string }) {
  const config = useConfig()
  const { data } = useQuery(ordersQuery(config, userId))
  if (!data?.some(({ product, state }) => product === 'consultation' && state === 'paid')) return null
  return (
    <ResultSection title={profileTexts.consultation.title}>
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
      <div className="mt-6">
        <ChatLink phone={config.owner.consultationWhatsapp} text={chatTexts.consultation}>
          {paymentTexts.success.whatsapp}
        </ChatLink>
      </div>
    </ResultSection>
  )
}
