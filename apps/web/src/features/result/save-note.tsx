import { resultTexts } from '@app/content/ru/ui/result'
import { PageLink } from '#web/components/page-link.tsx'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import type { Delivery } from '#web/lib/outbox/delivery.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const texts = resultTexts.saving

/** Where the saving of this result stands. The result itself never waits for it. */
export function SaveNote({ delivery }: { delivery: Delivery }) {
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
          {texts.saved}{' '}
          <PageLink to="/profile" className="font-medium whitespace-nowrap underline underline-offset-4">
            {texts.toProfile}
          </PageLink>
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
