import { panelNames as names, type PanelTab, panelTexts } from '@app/content/ru/ui/panel'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { usePanel } from './panel-context.ts'

/** Says why no Test button of the open tab can be pressed, where the test that runs is not on it, and ends that test. */
export function RunningNote({ tab }: { tab: PanelTab }) {
  const { state, cancel } = usePanel()
  const { running } = state
  if (!running || running.test.startsWith(`${tab}/`)) return null
  return (
    <Alert variant="waiting" className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span>{panelTexts.test.runningNow(running.name)}</span>
      <Button size="sm" variant="outline" onClick={cancel}>
        {names.cancel}
      </Button>
    </Alert>
  )
}
