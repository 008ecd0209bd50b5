import { panelTexts } from '@app/content/ru/ui/panel'
import { Alert } from '#web/ui/alert.tsx'
import { usePanel } from '../panel-context.ts'

/** Stands over tests that ask this installation whatever is chosen, where another one is. */
export function HereNote() {
  const { isForeign } = usePanel()
  return isForeign() && <Alert className="mb-4">{panelTexts.test.here}</Alert>
}
