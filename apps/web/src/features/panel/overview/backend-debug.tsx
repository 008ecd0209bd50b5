import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelNames as names, panelTexts } from '@app/content/ru/ui/panel'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { CancelButton } from '../cards/cancel-button.tsx'
import { LastResult } from '../cards/last-result.tsx'
import { TestButton } from '../cards/test-button.tsx'
import { type Probe, probeEndpoints, probesLimitMs } from '../checks/probe-endpoints.ts'
import { usePanel } from '../panel-context.ts'
import { DebugInfo } from './debug-info.tsx'
import { ProbeList } from './probe-list.tsx'

const key = 'debug/all'
const texts = panelTexts.debug

/** Shows the state of the whole backend. */
export function BackendDebug() {
  const { run, send, apiUrl, isForeign } = usePanel()
  const [probes, setProbes] = useState<readonly Probe[]>([])
  const [isInfoShown, setInfoShown] = useState(false)

  function testAll() {
    setProbes([])
    const test = { key, name: texts.all, failure: panelErrorTexts.apiFailed, limitMs: probesLimitMs }
    void run(test, (signal) =>
      probeEndpoints({ send, apiUrl, isForeign, signal }, (probe) =>
        setProbes((before) => [...before, probe]),
      ),
    )
  }

  return (
    <Card className="grid min-w-0 content-start gap-4">
      <div className="grid gap-1.5">
        <CardTitle>{texts.title}</CardTitle>
        <p className="text-label text-ink-soft">{texts.text}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <TestButton test={key} label={names.testAllEndpoints} onClick={testAll} />
        <CancelButton tests={[key]} />
        <Button
          size="sm"
          variant="outline"
          aria-expanded={isInfoShown}
          onClick={() => setInfoShown(!isInfoShown)}
        >
          {names.showDebugInfo}
        </Button>
      </div>
      {isInfoShown && <DebugInfo />}
      {probes.length > 0 && <ProbeList probes={probes} />}
      <LastResult test={key} />
    </Card>
  )
}
