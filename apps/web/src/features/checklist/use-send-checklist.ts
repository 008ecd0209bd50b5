import { checklistMessages } from '@app/content/ru/errors'
import { displayPhone } from '@app/domain/auth/display-name'
import { stripPhone } from '@app/domain/quiz/contact'
import type { Subcategory } from '@app/domain/result/categories'
import { useRef, useState } from 'react'
import { formSubmitted } from '#web/lib/analytics/page-events.ts'
import { ApiError } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { initialContact } from '#web/lib/known-contact.ts'
import { reportError } from '#web/lib/report-error.ts'
import { saveContact } from '#web/lib/save-contact.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import { type Note, usePassingNote } from '#web/lib/use-passing-note.ts'
import { isVisitorError, refusalText, sendChecklist } from './send-checklist.ts'

/**
 * Sends a checklist to a phone (specification, section 4). A signed-in user's phone is saved first
 * when it differs from the stored one; if that fails, nothing is sent.
 */
export function useSendChecklist(subcategory: Subcategory, resultToken: string | undefined) {
  const config = useConfig()
  const session = useSession()
  const [isSending, setSending] = useState(false)
  // Two presses may come before the first render.
  const isTaken = useRef(false)
  const [outcome, setOutcome] = useState<Note | null>(null)
  const phoneNote = usePassingNote()
  const person = session.status === 'signed-in' ? session.person : null

  /** Resolves to true when the checklist is sent. */
  async function send(phone: string): Promise<boolean> {
    if (isTaken.current) return false
    isTaken.current = true
    formSubmitted('checklist')
    setSending(true)
    setOutcome(null)
    const isSent = (await savePhone(phone)) && (await sendTo(phone))
    isTaken.current = false
    setSending(false)
    return isSent
  }

  async function savePhone(phone: string): Promise<boolean> {
    if (!person || !isOtherPhone(person, phone)) return true
    try {
      // Programs keep their number.
      await saveContact(config, { phone: stripPhone(phone) }, { keepPrograms: true })
      phoneNote.show('success', checklistMessages.phoneUpdated)
      return true
    } catch {
      phoneNote.show('error', checklistMessages.phoneUpdateFailed)
      return false
    }
  }

  async function sendTo(phone: string): Promise<boolean> {
    try {
      await sendChecklist(config, subcategory, { phone, resultToken })
      setOutcome({ kind: 'success', text: checklistMessages.sent })
      return true
    } catch (error) {
      setOutcome({ kind: 'error', text: refusalText(error) })
      const code = error instanceof ApiError ? error.code : 'internal'
      if (!isVisitorError(code)) reportFailure(code)
      return false
    }
  }

  /** Returns the form's first value, each time it is opened. */
  const startPhone = () => initialContact(person).phone
  return { send, isSending, outcome, phoneNote: phoneNote.note, startPhone, forget: () => setOutcome(null) }
}

function isOtherPhone(person: Person, phone: string): boolean {
  return stripPhone(phone) !== stripPhone(displayPhone(person) ?? '')
}

function reportFailure(code: ApiError['code']): void {
  reportError({ type: 'checklist_send_failed', message: code })
}
