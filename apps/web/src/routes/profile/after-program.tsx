import { pricingTexts } from '@app/content/ru/pricing'
import { subscriptionTexts } from '@app/content/ru/ui/subscription'
import { formatTenge } from '@app/content/ru/writing/money'
import type { OwnProgram } from '@app/contracts/subscription'
import { offeredProducts, offerStyles } from '@app/domain/orders/offered'
import type { ProductType } from '@app/domain/orders/products'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#web/components/page-link.tsx'
import { PayButton } from '#web/features/payment/pay-button.tsx'
import { pricesQuery } from '#web/features/payment/payment-queries.ts'
import { useBuyer } from '#web/features/payment/use-buyer.ts'
import { compareAttempts } from '#web/features/profile/compare-attempts.ts'
import { attemptsQuery } from '#web/features/profile/profile-queries.ts'
import { useLatestAnswers } from '#web/features/profile/use-latest-answers.ts'
import { ResultSection } from '#web/features/result/result-section.tsx'
import { programsQuery } from '#web/features/subscription/subscription-query.ts'
import { useConfig } from '#web/lib/config.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'

const texts = subscriptionTexts.done

type AfterProgramProps = { userId: string; owned: readonly ProductType[]; onTakeTest: () => void }

/** The offers after the own program's fifth day: another test and the lowered consultation. */
export function AfterProgram({ userId, owned, onTakeTest }: AfterProgramProps) {
  const { data } = useQuery(programsQuery(useConfig(), userId))
  const own = data?.programs.filter(({ isGift }) => !isGift) ?? []
  const finished = own.find(({ state }) => state === 'finished')
  if (!finished || own.some(({ state }) => state === 'active')) return null
  return (
    <ResultSection title={texts.title} note={texts.note}>
      <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        <RetestOffer userId={userId} program={finished} onTakeTest={onTakeTest} />
        <ConsultationOffer userId={userId} owned={owned} />
      </div>
    </ResultSection>
  )
}

type RetestProps = { userId: string; program: OwnProgram; onTakeTest: () => void }

function RetestOffer({ userId, program, onTakeTest }: RetestProps) {
  const { data = [] } = useQuery(attemptsQuery(useConfig(), userId))
  const begunAt = program.days.find(({ sentAt }) => sentAt !== null)?.sentAt ?? null
  const [newest, before] = data
  const isRetested =
    newest?.lead && before && begunAt !== null && new Date(newest.lead.createdAt) > new Date(begunAt)
  return (
    <div className="grid content-start justify-items-start gap-3">
      <h3 className="headline text-xl leading-snug">{texts.retest.title}</h3>
      <p className="leading-relaxed">
        {isRetested
          ? texts.retest.changed(compareAttempts(before.answers, newest.answers).length)
          : texts.retest.text}
      </p>
      {isRetested ? (
        <PageLink
          to="/profile?tab=result"
          className={buttonStyle({ variant: 'outline', size: 'lg', className: 'mt-1' })}
        >
          {texts.retest.look}
        </PageLink>
      ) : (
        <Button variant="outline" size="lg" className="mt-1" onClick={onTakeTest}>
          {texts.retest.button}
        </Button>
      )}
    </div>
  )
}

function ConsultationOffer({ userId, owned }: { userId: string; owned: readonly ProductType[] }) {
  const config = useConfig()
  const latest = useLatestAnswers()
  const buyer = useBuyer(null)
  const { data: prices } = useQuery(pricesQuery(config, userId))
  if (!offeredProducts({ answers: {}, latest, owned }).includes('consultation')) return null
  const manner = offerStyles({ answers: {}, latest }).consultation
  const charge = prices?.consultation
  return (
    <div className="grid content-start justify-items-start gap-3">
      <h3 className="headline text-xl leading-snug">{texts.consultation.title}</h3>
      {manner.isDeclined && <p className="text-ink-soft">{pricingTexts.declined}</p>}
      <p className="leading-relaxed">{texts.consultation.text}</p>
      {charge && (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Price className="headline text-2xl">{formatTenge(charge.chargeTiyn)}</Price>
          {charge.depositTiyn > 0 && (
            <s className="text-ink-soft">
              <Price>{formatTenge(charge.priceTiyn)}</Price>
            </s>
          )}
        </p>
      )}
      <PayButton product="consultation" source="profile-after-program" buyer={buyer} manner={manner} />
    </div>
  )
}
