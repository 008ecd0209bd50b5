import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import { validationMessage } from '@app/content/ru/validation'
import type { Contact } from '@app/domain/quiz/answers'
import { contactLimits } from '@app/domain/quiz/contact'
import type { Step } from '@app/domain/quiz/steps'
import { useRef } from 'react'
import { EmailField } from '#web/components/email-field.tsx'
import { PhoneField } from '#web/components/phone-field.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { StepFrame } from '../steps/step-frame.tsx'
import { StepNav } from '../steps/step-nav.tsx'
import { useAttempt } from '../store/use-quiz.ts'
import { ContactConsents } from './contact-consents.tsx'
import { EmailSuggestion } from './email-suggestion.tsx'
import { Honeypot } from './honeypot.tsx'
import { ResultNote } from './result-note.tsx'
import { useContactForm } from './use-contact-form.ts'
import { useEmailCheckOnBlur } from './use-email-check-on-blur.ts'

const texts = laterQuizTexts.contact

/** In display order. */
const contactFields = ['name', 'email', 'phone'] as const

/**
 * The last step: the contact and the consents. Errors appear on submit and focus the first field;
 * an address is checked on blur. The fields are uncontrolled.
 */
export function ContactForm({ step }: { step: Extract<Step, { type: 'contact-form' }> }) {
  const form = useContactForm()
  const { first, refused } = form
  const left = useEmailCheckOnBlur(first.email)
  const { attemptId, finished } = useAttempt()
  const hasResult = finished?.attemptId === attemptId
  const isSignedIn = useSession().status === 'signed-in'
  const isKnown = finished !== null || isSignedIn
  const submit = hasResult ? texts.finished.again : laterQuizTexts.submit
  const emailRef = useRef<HTMLInputElement>(null)
  const message = (name: keyof Contact) => {
    const code = refused.errors[name] ?? (name === 'email' ? left.wrong : null)
    return code && validationMessage(code, { phone: refused.contact.phone, field: name })
  }
  // Above them stand all that are marked, also one that was left wrong since the submit.
  const wrong = contactFields.filter(message).map((name) => texts.wrong[name])

  function take(email: string) {
    left.forget()
    form.type({ email })
    if (!emailRef.current) return
    emailRef.current.value = email
    emailRef.current.focus()
  }

  return (
    <StepFrame
      step={step}
      title={isKnown ? texts.known : undefined}
      hint={hasResult ? texts.finished.hint : undefined}
      onSubmit={form.submit}
      nav={
        <StepNav>
          <Button
            type="submit"
            variant={hasResult && !form.isTouched ? 'outline' : 'default'}
            size="lg"
            busy={form.isSubmitting}
            className="flex-[1_1_6em] px-2! text-[min(1.125rem,7.5vw)]! lg:min-w-56 lg:flex-none"
          >
            {form.isSubmitting ? laterQuizTexts.submitting : submit}
          </Button>
        </StepNav>
      }
    >
      <div ref={form.ref} className="grid grid-cols-1 gap-5">
        {hasResult && <ResultNote attemptId={attemptId} isAside={form.isTouched} />}
        {form.hasErrors && (
          <Alert variant="error">
            {wrong.length > 0 ? texts.errors(form.isConsentMissing, ...wrong) : texts.consentMissing}
          </Alert>
        )}
        <Field label={texts.name} error={message('name')}>
          {(control) => (
            <Input
              {...control}
              name="name"
              autoComplete="name"
              required
              maxLength={contactLimits.name}
              defaultValue={first.name}
              onChange={(event) => form.type({ name: event.target.value })}
            />
          )}
        </Field>
        <div className="grid grid-cols-1">
          <EmailField
            ref={emailRef}
            onBlur={(event) => left.look(event.target.value)}
            label={texts.email}
            error={message('email')}
            // On submit the alert names the errors.
            live={form.hasErrors ? 'off' : 'polite'}
            placeholder={texts.emailPlaceholder}
            defaultValue={first.email}
            onChange={(email) => {
              left.forget()
              form.type({ email })
            }}
          />
          <EmailSuggestion email={left.meant} onTake={take} />
        </div>
        <PhoneField
          label={texts.phone}
          error={message('phone')}
          placeholder={texts.phonePlaceholder}
          defaultValue={first.phone}
          onChange={(phone) => form.type({ phone })}
        />
        <Honeypot onChange={form.fillHoneypot} />
        <ContactConsents consents={form.consents} isMissing={form.isConsentMissing} onAgree={form.agree} />
      </div>
    </StepFrame>
  )
}
