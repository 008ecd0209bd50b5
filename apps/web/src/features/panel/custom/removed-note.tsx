import { panelTexts } from '@app/content/ru/ui/panel'
import type { SavedTest } from '@app/domain/panel/test-schema'
import { useEffect, useRef } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type RemovedNoteProps = { test: SavedTest; onBringBack: () => void }

/** Shows the removed test with an undo button, and takes the focus. */
export function RemovedNote({ test, onBringBack }: RemovedNoteProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <Alert className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="min-w-0 break-words">{panelTexts.custom.removed(test.name)}</span>
      <Button ref={button} size="sm" variant="outline" onClick={onBringBack}>
        {panelTexts.custom.bringBack}
      </Button>
    </Alert>
  )
}
