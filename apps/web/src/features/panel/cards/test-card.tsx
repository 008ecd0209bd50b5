import { type ReactNode, useId } from 'react'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { CancelButton } from './cancel-button.tsx'
import { LastResult } from './last-result.tsx'
import { TestButton } from './test-button.tsx'

type TestCardProps = {
  /** The test's key, which selects its last result. */
  test: string
  name: string
  description: string
  onTest: () => void
  /** True when the chosen installation must not get this test. */
  isKept?: boolean
  /** Rendered beside the name. */
  badge?: ReactNode
  /** Buttons after Test. */
  actions?: ReactNode
  children?: ReactNode
}

/** A test with its description, button and last result. */
export function TestCard({
  test,
  name,
  description,
  onTest,
  isKept = false,
  badge,
  actions,
  children,
}: TestCardProps) {
  const titleId = useId()
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
        <TestButton test={test} isKept={isKept} onClick={onTest} />
        <CancelButton tests={[test]} />
        {actions}
      </div>
      <LastResult test={test} />
    </Card>
  )
}
