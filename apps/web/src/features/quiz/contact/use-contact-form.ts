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

/** The uncorrected errors of the last submit with its contact. */
type RefusedContact = { contact: Contact; errors: ContactErrors }

/** Returns the initial values: the draft, or the known contact. */
function initialContactFields(): Contact {
  const draft = readDraft(tabStore)
  return draft.name || draft.email || draft.phone ? draft : initialContact(signedInPerson())
}

/** Reads the fields from the DOM, because autofill may not fire events. */
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
  // A ref, because two presses may precede a render.
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
    // Rejected fields are checked on each change; the others on submit.
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
      // The consent names the services that are asked now; what they know by the submit is sent,
      // and nobody waits.
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
    // The attempt is stored first, so the result need not wait for the request.
    if (request) void pageOutbox(apiUrl).post(request)
    setSubmitting(true)
    await whenResultIsLoaded()
    setSubmitting(false)
    isUnderWay.current = false
    // A visitor who left finds the result on return.
    if (!ref.current) return
    showResult(contact.name.trim())
  }

  return {
    ref,
    /** The initial values. */
    first,
    consents,
    refused,
    hasErrors,
    isConsentMissing,
    isSubmitting,
    /** True once something was typed or ticked. */
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
