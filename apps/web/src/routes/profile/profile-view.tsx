import { beforeAfterSection } from '@app/content/ru/before-after'
import { reviewsSection } from '@app/content/ru/reviews'
import { profileTexts as texts } from '@app/content/ru/ui/profile'
import { formatDay } from '@app/content/ru/writing/date'
import type { ReactNode } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { useBuyer } from '#web/features/payment/use-buyer.ts'
import { BeforeAfter } from '#web/features/profile/before-after.tsx'
import { ClaimLead } from '#web/features/profile/claim-lead.tsx'
import { Message } from '#web/features/profile/message.tsx'
import { PersonalInfo } from '#web/features/profile/personal-info.tsx'
import { personalLine } from '#web/features/profile/personal-rows.ts'
import type { Profile } from '#web/features/profile/profile.ts'
import { Reviews } from '#web/features/profile/reviews.tsx'
import { useLatestAnswers } from '#web/features/profile/use-latest-answers.ts'
import { Disclaimer } from '#web/features/result/disclaimer.tsx'
import { RedFlagsNotice } from '#web/features/result/red-flags-notice.tsx'
import { ResultFold } from '#web/features/result/result-fold.tsx'
import { ResultHeader } from '#web/features/result/result-header.tsx'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { useConfig } from '#web/lib/config.ts'
import { useScrollRestoration } from '#web/lib/page/use-scroll-restoration.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Container } from '#web/ui/container.tsx'
import { Offers } from '../offers.tsx'
import { ResultBody } from '../result-body.tsx'
import { useResultTapGuard } from '../use-result-tap-guard.ts'
import { SunBand } from './sun-band.tsx'
import type { PurchasesSummary } from './use-purchases.ts'

type ProfileViewProps = {
  profile: Profile
  /** The token of the result, which also identifies a visitor as the buyer. */
  resultToken?: string | undefined
  /** Set in the user's own cabinet. */
  bought?: PurchasesSummary | undefined
  /** The comparison with earlier attempts. */
  history?: ReactNode
  /** Rendered below the headline. */
  note?: ReactNode
  /** Without it, no button to retake the test. */
  onRetake?: (() => void) | undefined
}

/** The cabinet's view of one attempt (specification, section 2). */
export function ProfileView({ profile, resultToken, bought, history, note, onRetake }: ProfileViewProps) {
  const { judged, lead, name, isAddressed } = profile
  const linkedLead = lead?.ownership === 'linked' ? lead : undefined
  const latest = useLatestAnswers()
  const buyer = useBuyer(judged?.result.subCategory ?? null, { resultToken, linkedLead })
  useScrollRestoration()
  const isSandbox = useConfig().environment === 'sandbox'
  const own = reviewsSection.reviews
  const reviews = own.length === 0 && isSandbox ? reviewsSection.examples : own
  const guardTaps = useResultTapGuard()
  const offers = {
    name: (!isAddressed && name) || undefined,
    latest,
    buyer,
    source: 'profile-pricing',
    owned: bought?.owned,
    hadConsultation: bought?.hadConsultation,
    hadProgram: bought?.hadProgram,
  }
  const folds = (
    <>
      <ResultFold title={texts.personal.title} line={personalLine(profile)} isOpen={!judged}>
        <PersonalInfo profile={profile} />
      </ResultFold>
      {history}
      {reviews.length > 0 && (
        <ResultFold title={reviewsSection.title} note={reviewsSection.note}>
          <Reviews reviews={reviews} />
        </ResultFold>
      )}
      {(isSandbox || !beforeAfterSection.areExamples) && (
        <ResultFold title={beforeAfterSection.title} note={beforeAfterSection.note}>
          <BeforeAfter />
        </ResultFold>
      )}
    </>
  )
  return (
    <div data-subcategory={judged?.result.subCategory} className="min-h-svh" onClickCapture={guardTaps}>
      {judged ? (
        <ResultHeader
          result={judged.result}
          answers={judged.answers}
          name={offers.name}
          isInCabinet={bought !== undefined}
        >
          {lead && (
            <p className="mt-4 text-label text-ink-soft">
              {texts.takenOn(formatDay(new Date(lead.createdAt)))}
            </p>
          )}
          {note}
        </ResultHeader>
      ) : (
        <IncompleteHeader isInCabinet={bought !== undefined} />
      )}
      <Container>
        {!judged && <RedFlagsNotice answers={profile.answers} />}
        {linkedLead && (
          <div className="py-6 lg:py-10">
            <ClaimLead key={linkedLead.id} lead={linkedLead} />
          </div>
        )}
        {judged ? (
          <ResultBody {...judged} isAddressed={isAddressed} {...offers} folds={folds} />
        ) : (
          <>
            <Offers answers={profile.answers} {...offers} />
            {folds}
          </>
        )}
        <Disclaimer />
        <div className="flex flex-wrap gap-3 border-t border-line py-5 lg:py-7 print:hidden">
          <PageLink to="/" className={buttonStyle({ variant: 'outline' })}>
            {texts.home}
          </PageLink>
          {onRetake && (
            <Button variant="outline" onClick={onRetake}>
              {texts.retake}
            </Button>
          )}
        </div>
      </Container>
    </div>
  )
}

/** The title for incomplete answers. */
function IncompleteHeader({ isInCabinet }: { isInCabinet: boolean }) {
  return (
    <SunBand isInCabinet={isInCabinet}>
      <Message level={isInCabinet ? 'h2' : 'h1'} {...texts.incomplete}>
        <PageLink
          to="/"
          className={buttonStyle({ size: 'lg' })}
          onClick={() => buttonClicked('take_test', '/profile')}
        >
          {texts.takeTest}
        </PageLink>
      </Message>
    </SunBand>
  )
}
