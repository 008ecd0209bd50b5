import { panelNames as names } from '@app/content/ru/ui/panel'
import { isRunning } from '@app/domain/panel/panel-state'
import { Button } from '#web/ui/button.tsx'
import { usePanel } from '../panel-context.ts'

/** Ends the test that runs; there while one of these does. */
export function CancelButton({ tests }: { tests: readonly string[] }) {
  const { state, cancel } = usePanel()
  if (!tests.some((test) => isRunning(state, test))) return null
  return (
    <Button size="sm" variant="outline" onClick={cancel}>
      {names.cancel}
    </Button>
  )
}
