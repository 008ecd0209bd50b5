import { panelNames as names, panelTexts } from '@app/content/ru/ui/panel'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Facts } from '../cards/facts-card.tsx'
import { usePanel } from '../panel-context.ts'
import { EnvironmentSwitch } from './environment-switch.tsx'

const texts = panelTexts.status

/** Shows where requests go, and how many went. */
export function SystemStatus() {
  const { environment, apiUrl, state } = usePanel()
  return (
    <Card className="grid min-w-0 content-start gap-4">
      <CardTitle>{names.systemStatus}</CardTitle>
      <Facts
        facts={[
          [texts.environment, names[environment]],
          [texts.apiUrl, apiUrl],
          [texts.testsRun, state.results.length],
        ]}
      />
      <EnvironmentSwitch />
    </Card>
  )
}
