import { resultTexts } from '@app/content/ru/ui/result'
import type { ReactNode } from 'react'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import type { Delivery } from '#web/lib/outbox/delivery.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const texts = resultTexts.saving

type SaveNoteProps = {
  delivery: Delivery
  isSignedIn: boolean
  /** Leads to the cabinet, on pages that are not the cabinet itself. */
  children?: ReactNode
}

/** Where the saving of this result stands. The result itself never waits for it. */
export function SaveNote({ delivery, isSignedIn, children }: SaveNoteProps) {
  switch (delivery.status) {
    case 'sending':
      return (
        <Alert className="mt-5 flex items-center gap-3">
          <Spinner className="size-5" />
          {texts.sending}
        </Alert>
      )
    case 'waiting':
      return (
        <Alert variant="waiting" className="mt-5 border-amber">
          {deviceStore.isKept(deviceKeys.outbox) ? texts.waiting : texts.waitingHere}
        </Alert>
      )
    case 'saved':
      return (
        <Alert variant="success" className="mt-5">
          {isSignedIn ? texts.savedInCabinet : texts.saved} {children}
        </Alert>
      )
    case 'refused':
      return (
        <Alert variant="error" className="mt-5">
          {texts.refused}
        </Alert>
      )
  }
}
