import { validationMessage } from '@app/content/ru/validation'
import { checkEmail, checkPhone, normalizeEmail, stripPhone } from '@app/domain/quiz/contact'
import { useRef, useState } from 'react'
import { initialContact, rememberContact } from '#web/lib/known-contact.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import type { BuyerInput } from '../start-payment.ts'

export type CheckoutField = 'email' | 'phone' | 'isMine'

/**
 * The state of the checkout form. `check` returns the values, or shows errors and focuses the
 * first.
 */
export function useCheckoutForm(person: Person | null, linkedLeadId: string | null) {
  const ref = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(() => checkoutDefaults(person))
  const [isSubmitted, setSubmitted] = useState(false)
  const errors = {
    phone: checkPhone(typed.phone),
    email: person ? null : checkEmail(typed.email),
    isMine: linkedLeadId !== null && !typed.isMine ? ('required' as const) : null,
  } satisfies Record<CheckoutField, unknown>

  function check(): BuyerInput | null {
    setSubmitted(true)
    if (Object.values(errors).some((code) => code !== null)) {
      // The fields carry aria-invalid only once this render is on the page.
      requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return null
    }
    return {
      phone: stripPhone(typed.phone),
      ...(!person && { email: normalizeEmail(typed.email) }),
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

function checkoutDefaults(person: Person | null) {
  const { email, phone } = initialContact(person)
  return { email, phone, isMine: false }
}
