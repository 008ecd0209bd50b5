import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelNames as names, panelTexts } from '@app/content/ru/ui/panel'
import { latestResult } from '@app/domain/panel/panel-state'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { CancelButton } from '../cards/cancel-button.tsx'
import { ResultBox } from '../cards/result-box.tsx'
import { probeDailyMessaging, probeProductionApi } from '../checks/probe-production.ts'
import { usePanel } from '../panel-context.ts'

const texts = panelTexts.productionApi
const apiKey = 'production/api'
const dailyKey = 'production/daily-messaging'

/** Whether the production server answers, and whether it could send the day's messages. */
export function ProductionStatus() {
  const { state, apiUrls, run, send, isForeign } = usePanel()
  const apiUrl = apiUrls.production
  const results = [latestResult(state, apiKey), latestResult(state, dailyKey)]
  const isBusy = state.running !== null

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
        <Button size="sm" busy={state.running === apiKey} disabled={isBusy} onClick={testApi}>
          {names.testProductionApi}
        </Button>
        <Button size="sm" busy={state.running === dailyKey} disabled={isBusy} onClick={testDaily}>
          {names.testDailyMessaging}
        </Button>
        <CancelButton tests={[apiKey, dailyKey]} />
      </div>
      {results.map((result) => result && <ResultBox key={result.test} result={result} />)}
    </Card>
  )
}
