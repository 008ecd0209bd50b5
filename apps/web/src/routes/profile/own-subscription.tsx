import { subscriptionTexts } from '@app/content/ru/ui/subscription'
import { offeredProducts } from '@app/domain/orders/offered'
import { GiveProgram } from '#web/features/payment/give-program.tsx'
import { useLatestAnswers } from '#web/features/profile/use-latest-answers.ts'
import { ResultSection } from '#web/features/result/result-section.tsx'
import { SubscriptionSection } from '#web/features/subscription/subscription-section.tsx'

/** The buyer's program in their cabinet; nothing for everybody else. */
export function OwnSubscription({ userId }: { userId: string }) {
  const mayGive = offeredProducts({ answers: {}, latest: useLatestAnswers() }).includes('subscription')
  return (
    <SubscriptionSection
      userId={userId}
      gift={(ownPhones) => mayGive && <GiveProgram ownPhones={ownPhones} />}
      frame={(content) => (
        <div id="program" className="scroll-mt-40 first:*:border-t-0 first:*:pt-3">
          <ResultSection title={subscriptionTexts.title} note={subscriptionTexts.note}>
            {content}
          </ResultSection>
        </div>
      )}
    />
  )
}
