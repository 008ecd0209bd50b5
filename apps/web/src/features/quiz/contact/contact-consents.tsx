import { healthConsent, marketingConsent } from '@app/content/ru/legal/consent'
import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import { memo } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { ConsentTick } from './consent-tick.tsx'
import type { Consents } from './use-contact-form.ts'

const texts = laterQuizTexts.contact

type ContactConsentsProps = {
  consents: Consents
  /** The required one was not given at the submit. */
  isMissing: boolean
  onAgree: (agreed: Partial<Consents>) => void
}

/** The consents with their texts, memoized, so that typing does not render them. */
export const ContactConsents = memo(function ContactConsents({
  consents,
  isMissing,
  onAgree,
}: ContactConsentsProps) {
  const { owner } = useConfig()
  return (
    <div className="grid gap-1">
      <ConsentTick
        name="consent-health"
        consent={healthConsent(owner)}
        more={texts.consentMore.health}
        checked={consents.health}
        required
        error={isMissing ? texts.consentRequired : undefined}
        onChange={(health) => onAgree({ health })}
      />
      <ConsentTick
        name="consent-marketing"
        consent={marketingConsent(owner)}
        more={texts.consentMore.marketing}
        checked={consents.marketing}
        onChange={(marketing) => onAgree({ marketing })}
      />
    </div>
  )
})
