import { panelNames as names } from '@app/content/ru/ui/panel'
import { latestResult } from '@app/domain/panel/panel-state'
import { type ReactNode, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { usePanel } from '../panel-context.ts'
import { CancelButton } from './cancel-button.tsx'
import { ResultBox } from './result-box.tsx'

type TestCardProps = {
  /** The test's key; its last result stands at the bottom. */
  test: string
  name: string
  description: string
  onTest: () => void
  /** Stands beside the name. */
  badge?: ReactNode
  /** Buttons after Test. */
  actions?: ReactNode
  children?: ReactNode
}

/** One test: what it is, its button, how it went last time. */
export function TestCard({ test, name, description, onTest, badge, actions, children }: TestCardProps) {
  const { state } = usePanel()
  const titleId = useId()
  const result = latestResult(state, test)
  return (
    <Card role="article" aria-labelledby={titleId} className="grid min-w-0 content-start gap-4">
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center gap-3">
          <CardTitle id={titleId}>{name}</CardTitle>
          {badge}
        </div>
        <p className="text-label text-ink-soft">{description}</p>
      </div>
      {children}
      <div className="flex flex-wrap gap-2">
        <TestButton test={test} onClick={onTest} />
        <CancelButton tests={[test]} />
        {actions}
      </div>
      {result && <ResultBox result={result} />}
    </Card>
  )
}

type TestButtonProps = { test: string; onClick: () => void; isReady?: boolean }

/** While any test runs, no other can be started (specification, section 4). */
export function TestButton({ test, onClick, isReady = true }: TestButtonProps) {
  const { running } = usePanel().state
  return (
    <Button size="sm" busy={running === test} disabled={running !== null || !isReady} onClick={onClick}>
      {names.test}
    </Button>
  )
}
