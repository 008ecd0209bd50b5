import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelNames as names, panelTexts } from '@app/content/ru/ui/panel'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { CancelButton } from '../cards/cancel-button.tsx'
import { LastResult } from '../cards/last-result.tsx'
import { TestButton } from '../cards/test-button.tsx'
import { probeDailyMessaging, probeProductionApi } from '../checks/probe-production.ts'
import { usePanel } from '../panel-context.ts'

const texts = panelTexts.productionApi
const apiKey = 'production/api'
const dailyKey = 'production/daily-messaging'

/** Shows whether the production server answers, and whether it could send the day's messages. */
export function ProductionStatus() {
  const { apiUrls, run, send, isForeign } = usePanel()
  const apiUrl = apiUrls.production

  function testApi() {
    const test = { key: apiKey, name: texts.api, failure: panelErrorTexts.apiFailed }
    const alert = panelErrorTexts.apiNotAccessible
    void run({ ...test, alert }, (signal) => probeProductionApi({ send, isForeign, apiUrl, signal }))
  }

  function testDaily() {
    const failure = panelErrorTexts.dailyMessagingNotAccessible
    void run({ key: dailyKey, name: texts.daily, failure, alert: () => failure }, (signal) =>
      probeDailyMessaging({ send, isForeign, apiUrl, signal }),
    )
  }

  return (
    <Card className="grid min-w-0 content-start gap-4">
      <div className="grid gap-1.5">
        <CardTitle>{texts.title}</CardTitle>
        <p className="text-label text-ink-soft">{texts.text}</p>
        <code className="font-mono text-[0.875rem] break-all">{apiUrl}</code>
      </div>
      <div className="flex flex-wrap gap-2">
        <TestButton test={apiKey} label={names.testProductionApi} onClick={testApi} />
        <TestButton test={dailyKey} label={names.testDailyMessaging} onClick={testDaily} />
        <CancelButton tests={[apiKey, dailyKey]} />
      </div>
      <LastResult test={apiKey} />
      <LastResult test={dailyKey} />
    </Card>
  )
}
