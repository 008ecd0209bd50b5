import { validationMessage } from '@app/content/ru/validation'
import { checkEmail, checkPhone, readEmail, stripPhone } from '@app/domain/quiz/contact'
import { useRef, useState } from 'react'
import { rememberContact, startContact } from '#web/lib/known-contact.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import type { Given } from '../start-payment.ts'

export type CheckoutField = 'email' | 'phone' | 'isMine'

/** What the sheet asks, filled in with what is known; `check` answers it, or shows what is wrong and goes there. */
export function useCheckoutForm(person: Person | null, linkedLeadId: string | null) {
  const ref = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(() => startOf(person))
  const [isSubmitted, setSubmitted] = useState(false)
  const errors = {
    phone: checkPhone(typed.phone),
    email: person ? null : checkEmail(typed.email),
    isMine: linkedLeadId !== null && !typed.isMine ? ('required' as const) : null,
  } satisfies Record<CheckoutField, unknown>

  function check(): Given | null {
    setSubmitted(true)
    if (Object.values(errors).some((code) => code !== null)) {
      // The fields carry aria-invalid only once this render is on the page.
      requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return null
    }
    return {
      phone: stripPhone(typed.phone),
      ...(!person && { email: readEmail(typed.email) }),
      ...(linkedLeadId !== null && { claimedLeadId: linkedLeadId }),
    }
  }

  function type(change: Partial<typeof typed>) {
    const next = { ...typed, ...change }
    setTyped(next)
    rememberContact(person ? { phone: next.phone } : { phone: next.phone, email: next.email })
  }

  return {
    ref,
    typed,
    type,
    problemOf: (field: CheckoutField) => {
      const code = isSubmitted ? errors[field] : null
      const { phone } = typed
      return code ? validationMessage(code, { phone, ...(field !== 'isMine' && { field }) }) : undefined
    },
    check,
  }
}

function startOf(person: Person | null) {
  const { email, phone } = startContact(person)
  return { email, phone, isMine: false }
}
