import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelTexts } from '@app/content/ru/ui/panel'
import { analytics } from '#web/lib/analytics/analytics.ts'
import { isCounted } from '#web/lib/analytics/choice.ts'
import { useConfig } from '#web/lib/config.ts'
import { FactsCard } from '../cards/facts-card.tsx'
import { TestCard } from '../cards/test-card.tsx'
import { usePanel } from '../panel-context.ts'

const texts = panelTexts.analytics
const timerMs = 100

/** Whether events and errors get where they should. */
export function AnalyticsTab() {
  const { run, environment } = usePanel()
  const config = useConfig()
  const isOn = config.posthogKey !== null && isCounted()

  function testEvent() {
    void run(
      { key: 'analytics/event', name: texts.event.name, failure: panelErrorTexts.apiFailed },
      async () => {
        if (!isOn) {
          window.alert(panelErrorTexts.analyticsUnavailable)
          return { success: false, message: panelErrorTexts.analyticsUnavailable }
        }
        const properties = { test_type: 'manual', timestamp: new Date().toISOString(), environment }
        analytics.track('admin_test_event', properties)
        return { success: true, message: texts.event.sent, data: { event: 'admin_test_event', properties } }
      },
    )
  }

  function testError() {
    void run(
      { key: 'analytics/error', name: texts.error.name, failure: panelErrorTexts.apiFailed },
      async () => {
        const { stack } = new Error(texts.error.message)
        analytics.trackError({ type: 'admin_test_error', message: texts.error.message, stack })
        window.alert(panelErrorTexts.errorLogged)
        return { success: true, message: isOn ? texts.error.sent : texts.error.dropped }
      },
    )
  }

  function testPerformance() {
    void run(
      { key: 'analytics/performance', name: texts.performance.name, failure: panelErrorTexts.apiFailed },
      async () => {
        const startedAt = performance.now()
        await new Promise((resolve) => setTimeout(resolve, timerMs))
        const passed = Math.round(performance.now() - startedAt)
        return {
          success: true,
          message: texts.performance.measured(passed),
          data: { expectedMs: timerMs, measuredMs: passed },
        }
      },
    )
  }

  return (
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
      <EnvironmentInfo isOn={isOn} />
    </div>
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
        [words.timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone],
        [words.online, navigator.onLine ? words.yes : words.no],
        [words.userAgent, navigator.userAgent],
      ]}
    />
  )
}
