import { consentVersions } from '@app/content/ru/legal/consent'
import type { SaveLeadRequest } from '@app/contracts/leads'
import { formatPhoneInput } from '@app/domain/messages/phone'
import type { Contact } from '@app/domain/quiz/answers'
import { type ContactErrors, checkContact } from '@app/domain/quiz/contact'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { contactFormSubmitted } from '#web/lib/analytics/page-events.ts'
import { tabStore } from '#web/lib/browser-storage.ts'
import { useConfig } from '#web/lib/config.ts'
import { initialContact, rememberContact } from '#web/lib/known-contact.ts'
import { guessCountry, startLocationLookup } from '#web/lib/location/page-location.ts'
import { pageOutbox } from '#web/lib/outbox/page-outbox.ts'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { signedInPerson } from '#web/lib/session/session.ts'
import { leadRequest } from '../store/lead-request.ts'
import { showResult, whenResultIsLoaded } from '../store/quiz-end.ts'
import { useAttempt } from '../store/use-quiz.ts'
import { readDraft, writeDraft } from './contact-draft.ts'
import { scrollToWholeField } from './scroll-to-whole-field.ts'

export type Consents = { health: boolean; marketing: boolean }

const noConsents: Consents = { health: false, marketing: false }

/** What the last submit found wrong, as far as it has not been corrected, and in which contact. */
type RefusedContact = { contact: Contact; errors: ContactErrors }

/** What the form starts with: what was being typed, or what this tab and an account know. */
function initialContactFields(): Contact {
  const draft = readDraft(tabStore)
  return draft.name || draft.email || draft.phone ? draft : initialContact(signedInPerson())
}

/** What stands in the fields, also where a program has filled them in and told nobody. */
function readContactForm(form: HTMLFormElement | null | undefined): Contact | null {
  if (!form) return null
  const fields = new FormData(form)
  const text = (name: keyof Contact) => String(fields.get(name) ?? '')
  return { name: text('name'), email: text('email'), phone: formatPhoneInput(text('phone')) }
}

/** The contact form's state and its submit: check, leave to the outbox, show the result. */
export function useContactForm() {
  const { apiUrl, environment } = useConfig()
  const ref = useRef<HTMLDivElement>(null)
  const website = useRef('')
  // Said at once, and not by the next render: two presses may come before it.
  const isUnderWay = useRef(false)
  const [first] = useState<Contact>(initialContactFields)
  const typed = useRef(first)
  const [consents, setConsents] = useState(noConsents)
  const [refused, setRefused] = useState<RefusedContact>({ contact: first, errors: {} })
  const [isConsentMissing, setConsentMissing] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [isTouched, setTouched] = useState(false)
  useEffect(() => whenIdle(() => void guessCountry()), [])
  // Agreed to is what these answers say: another tab may put other ones here, of another person.
  const { answers } = useAttempt().quiz
  const [agreedFor, setAgreedFor] = useState(answers)
  if (agreedFor !== answers) {
    setAgreedFor(answers)
    setConsents(noConsents)
  }
  const hasErrors = isConsentMissing || Object.keys(refused.errors).length > 0

  function type(part: Partial<Contact>) {
    const contact = { ...typed.current, ...part }
    typed.current = contact
    writeDraft(tabStore, contact)
    setTouched(true)
    if (Object.keys(refused.errors).length === 0) return
    // What was refused is checked again as it is corrected; the rest waits for the submit.
    const found = Object.entries(checkContact(contact))
    setRefused(({ errors }) => ({
      contact,
      errors: Object.fromEntries(found.filter(([name]) => name in errors)),
    }))
  }

  const agree = useCallback(
    (agreed: Partial<Consents>) => {
      setConsents((before) => ({ ...before, ...agreed }))
      setTouched(true)
      if (!agreed.health) return
      setConsentMissing(false)
      // The consent names the services that are asked now; what they know by the submit is sent, and nobody waits.
      startLocationLookup(environment)
    },
    [environment],
  )

  async function submit() {
    if (isUnderWay.current) return
    const contact = readContactForm(ref.current?.closest('form')) ?? typed.current
    typed.current = contact
    const errors = checkContact(contact)
    setRefused({ contact, errors })
    setConsentMissing(!consents.health)
    if (Object.keys(errors).length > 0 || !consents.health) {
      // The fields carry aria-invalid only once this render is on the page.
      requestAnimationFrame(() => {
        const first = ref.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')
        if (!first) return
        first.focus()
        scrollToWholeField(first)
      })
      return
    }
    isUnderWay.current = true
    contactFormSubmitted({ hasEmail: contact.email !== '', hasPhone: contact.phone !== '' })
    rememberContact(contact)
    const request = leadRequest({ contact, consent: versionsOf(consents), website: website.current })
    // It is on the device before it is on its way, so the result need not wait: it says how far the saving got.
    if (request) void pageOutbox(apiUrl).post(request)
    setSubmitting(true)
    await whenResultIsLoaded()
    setSubmitting(false)
    isUnderWay.current = false
    // Whoever has left meanwhile finds the result when they come back: it is on the device.
    if (!ref.current) return
    showResult(contact.name.trim())
  }

  return {
    ref,
    /** What the fields begin with. */
    first,
    consents,
    refused,
    hasErrors,
    isConsentMissing,
    isSubmitting,
    /** Something has been typed or ticked since the form came on screen. */
    isTouched,
    type,
    agree,
    submit,
    fillHoneypot(event: FormEvent<HTMLInputElement>) {
      website.current = event.currentTarget.value
    },
  }

  function versionsOf({ marketing }: Consents): SaveLeadRequest['consent'] {
    const { health } = consentVersions
    return marketing ? { health, marketing: consentVersions.marketing } : { health }
  }
}
