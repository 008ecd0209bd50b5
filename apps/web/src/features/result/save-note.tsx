import { resultTexts } from '@app/content/ru/ui/result'
import type { ReactNode } from 'react'
import { deviceStore, tabStore } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import type { Delivery } from '#web/lib/outbox/delivery.ts'
import { findSavedFor } from '#web/lib/outbox/receipts.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const texts = resultTexts.saving

type SaveNoteProps = {
  delivery: Delivery
  attemptId: string
  /** The signed-in user. */
  person: Person | null
  /** Leads to the cabinet, on pages that are not the cabinet itself. */
  children?: ReactNode
}

/** Returns the place of a saved result: the cabinet of its owner. */
export function savedText(person: Pick<Person, 'id' | 'email'> | null, savedFor: string | null): string {
  if (!person) return texts.saved
  if (savedFor === null) return texts.savedSomewhere
  const isTheirs = [person.id, person.email].includes(savedFor.toLowerCase())
  return isTheirs ? texts.savedInCabinet : texts.savedElsewhere
}

/** Shows whether the result is saved. */
export function SaveNote({ delivery, attemptId, person, children }: SaveNoteProps) {
  const saved = savedText(person, findSavedFor(tabStore, attemptId))
  switch (delivery.status) {
    case 'sending':
      return (
        <Alert className="mt-5 grid items-center *:[grid-area:1/1]">
          <span className="flex items-center gap-3">
            <Spinner className="size-5" />
            <span>{texts.sending}</span>
          </span>
          {/* Reserves the space of the later text, so that nothing moves. */}
          <span aria-hidden="true" className="invisible">
            <span>{saved}</span> {children}
          </span>
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
          <span>{saved}</span> {children}
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
