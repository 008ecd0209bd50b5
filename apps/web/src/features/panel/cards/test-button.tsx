import { panelNames as names, panelTexts } from '@app/content/ru/ui/panel'
import { isRunning } from '@app/domain/panel/panel-state'
import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { usePanel } from '../panel-context.ts'

type TestButtonProps = {
  test: string
  onClick: () => void
  label?: string
  isReady?: boolean
  /** True when the chosen installation must not get this test. */
  isKept?: boolean
}

/**
 * A button that is disabled while any test runs (specification, section 4). The running one keeps
 * the focus.
 */
export function TestButton({
  test,
  onClick,
  label = names.test,
  isReady = true,
  isKept = false,
}: TestButtonProps) {
  const { state } = usePanel()
  const reasonId = useId()
  if (isKept) {
    return (
      <>
        <Button size="sm" aria-disabled aria-describedby={reasonId}>
          {label}
        </Button>
        <p id={reasonId} className="order-last w-full text-label text-ink-soft">
          {panelTexts.test.onlyProbed}
        </p>
      </>
    )
  }
  const isBusy = isRunning(state, test)
  return (
    <Button
      size="sm"
      busy={isBusy}
      disabled={!isBusy && (state.running !== null || !isReady)}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
