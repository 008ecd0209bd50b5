import { panelTexts } from '@app/content/ru/ui/panel'
import { latestResult } from '@app/domain/panel/panel-state'
import { Alert } from '#web/ui/alert.tsx'
import { usePanel } from '../panel-context.ts'
import { ResultBox } from './result-box.tsx'

/** Shows how a test went last time, or that it was stopped. */
export function LastResult({ test }: { test: string }) {
  const { state } = usePanel()
  if (state.stopped === test) return <Alert>{panelTexts.test.cancelled}</Alert>
  const result = latestResult(state, test)
  return result && <ResultBox result={result} />
}
