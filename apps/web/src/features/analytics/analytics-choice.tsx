import { analyticsChoiceTexts as texts } from '@app/content/ru/ui/analytics'
import { useEffect, useId, useState } from 'react'
import {
  isTrackingAllowed,
  isTrackingChoicePersisted,
  isTrackingRefused,
  saveTrackingChoice,
} from '#web/lib/analytics/choice.ts'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Container } from '#web/ui/container.tsx'

/** Lets a visitor say whether they are counted, and says so when their browser has decided already. */
export function AnalyticsChoice() {
  const config = useConfig()
  // The page is drawn ahead of time for everybody; what this browser chose is known only here.
  const [counted, setCounted] = useState<boolean | null>(null)
  const titleId = useId()
  useEffect(() => setCounted(isTrackingAllowed()), [])
  if (config.posthogKey === null || counted === null) return null

  const isDecided = isTrackingRefused(navigator)
  function choose(wanted: boolean) {
    saveTrackingChoice(wanted)
    setCounted(wanted)
  }

  return (
    <Container className="grid gap-x-16 pb-20 lg:grid-cols-[16rem_minmax(0,44rem)]">
      <section aria-labelledby={titleId} className="grid gap-3 lg:col-start-2">
        <h2 id={titleId} className="headline text-2xl leading-snug">
          {texts.title}
        </h2>
        <p className="text-[1.0625rem] leading-relaxed">{texts.text}</p>
        {isDecided ? (
          <p className="font-medium">{texts.decidedByBrowser}</p>
        ) : (
          <Checkbox checked={counted} onChange={(event) => choose(event.target.checked)}>
            {texts.allow}
          </Checkbox>
        )}
        {!isTrackingChoicePersisted() && <Alert variant="waiting">{texts.untilClosed}</Alert>}
      </section>
    </Container>
  )
}
