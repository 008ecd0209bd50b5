import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelTexts } from '@app/content/ru/ui/panel'
import { toErrorReport } from '@app/domain/analytics/error-event'
import { useConfig } from '#web/lib/config.ts'
import { timeZone } from '#web/lib/time-zone.ts'
import { FactsCard } from '../cards/facts-card.tsx'
import { HereNote } from '../cards/here-note.tsx'
import { TestCard } from '../cards/test-card.tsx'
import type { Outcome } from '../checks/outcome.ts'
import { usePanel } from '../panel-context.ts'
import { analyticsOffReason, deliverEvent } from './deliver-event.ts'
import { measureTimer } from './measure-timer.ts'

const texts = panelTexts.analytics

/** Shows whether events and errors get where they should. */
export function AnalyticsTab() {
  const { run, environment } = usePanel()
  const config = useConfig()
  const failure = panelErrorTexts.analyticsUnavailable

  function deliver(event: string, properties: Record<string, unknown>): Promise<Outcome> {
    const load = () => import('#web/lib/analytics/posthog-client.ts')
    return deliverEvent({
      event,
      properties,
      obstacle: analyticsOffReason(config),
      host: config.posthogHost,
      load,
    })
  }

  function testEvent() {
    const timestamp = new Date().toISOString()
    void run({ key: 'analytics/event', name: texts.event.name, failure }, () =>
      deliver('admin_test_event', { test_type: 'manual', timestamp, environment }),
    )
  }

  function testError() {
    const { stack } = new Error(texts.error.message)
    const report = toErrorReport(
      { type: 'admin_test_error', message: texts.error.message, stack },
      { url: location.href, userAgent: navigator.userAgent, at: new Date() },
    )
    void run({ key: 'analytics/error', name: texts.error.name, failure }, async () => {
      const outcome = await deliver('error_occurred', report)
      return outcome.success ? { ...outcome, alert: panelErrorTexts.errorLogged } : outcome
    })
  }

  function testPerformance() {
    void run(
      { key: 'analytics/performance', name: texts.performance.name, failure: panelErrorTexts.apiFailed },
      () => measureTimer((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    )
  }

  return (
    <>
      <HereNote />
      <div className="grid gap-4 lg:grid-cols-2">
        <TestCard
          test="analytics/event"
          name={texts.event.name}
          description={texts.event.text}
          onTest={testEvent}
        />
        <TestCard
          test="analytics/error"
          name={texts.error.name}
          description={texts.error.text}
          onTest={testError}
        />
        <TestCard
          test="analytics/performance"
          name={texts.performance.name}
          description={texts.performance.text}
          onTest={testPerformance}
        />
        <EnvironmentInfo isOn={analyticsOffReason(config) === null} />
      </div>
    </>
  )
}

function EnvironmentInfo({ isOn }: { isOn: boolean }) {
  const { environment, posthogHost } = useConfig()
  const words = texts.environment
  return (
    <FactsCard
      title={words.title}
      facts={[
        [words.mode, environment],
        [words.provider, isOn ? words.on : words.off],
        [words.host, posthogHost],
        [words.language, navigator.language],
        [words.timeZone, timeZone()],
        [words.online, navigator.onLine ? words.yes : words.no],
        [words.userAgent, navigator.userAgent],
      ]}
    />
  )
}
