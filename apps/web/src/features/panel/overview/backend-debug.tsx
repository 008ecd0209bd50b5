import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelNames as names, panelTexts } from '@app/content/ru/ui/panel'
import { latestResult } from '@app/domain/panel/panel-state'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { CancelButton } from '../cards/cancel-button.tsx'
import { ResultBox } from '../cards/result-box.tsx'
import { type Probe, probeEndpoints, probesLimitMs } from '../checks/probe-endpoints.ts'
import { usePanel } from '../panel-context.ts'
import { DebugInfo } from './debug-info.tsx'
import { ProbeList } from './probe-list.tsx'

const key = 'debug/all'
const texts = panelTexts.debug

/** The whole backend at a glance. */
export function BackendDebug() {
  const { state, run, send, isForeign } = usePanel()
  const [probes, setProbes] = useState<readonly Probe[]>([])
  const [isInfoShown, setInfoShown] = useState(false)
  const result = latestResult(state, key)

  function testAll() {
    setProbes([])
    const test = { key, name: texts.all, failure: panelErrorTexts.apiFailed, limitMs: probesLimitMs }
    void run(test, (signal) =>
      probeEndpoints({ send, isForeign, signal }, (probe) => setProbes((before) => [...before, probe])),
    )
  }

  return (
    <Card className="grid min-w-0 content-start gap-4">
      <div className="grid gap-1.5">
        <CardTitle>{texts.title}</CardTitle>
        <p className="text-label text-ink-soft">{texts.text}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={state.running === key} disabled={state.running !== null} onClick={testAll}>
          {names.testAllEndpoints}
        </Button>
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
      {result && <ResultBox result={result} />}
    </Card>
  )
}
