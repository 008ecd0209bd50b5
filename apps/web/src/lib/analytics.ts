import { emailDomain } from '@app/domain/analytics/email-domain'
import { funnelLength, funnelStep } from '@app/domain/analytics/quiz-event'
import type { ProductType } from '@app/domain/orders/products'
import type { StepId } from '@app/domain/quiz/steps'
import { analytics } from './analytics/analytics.ts'

/**
 * One function per event (specification, section 7). None takes an answer, a score, a category, a name or a
 * contact, so none can send one.
 */
const { track } = analytics

export function pageViewed(): void {
  track('$pageview')
}

let stepShownAt = 0
let quizStartedAt = 0

export function quizStepViewed(stepId: StepId): void {
  stepShownAt = Date.now()
  const step = funnelStep(stepId)
  if (step) track('quiz_step_viewed', step)
}

/** The visitor went on from a step; a question is thereby answered, how is not told. */
export function quizStepCompleted(stepId: StepId): void {
  if (stepId === 'welcome') quizStartedAt = Date.now()
  const step = funnelStep(stepId)
  if (!step) return
  track('quiz_step_completed', { ...step, time_on_step_seconds: secondsSince(stepShownAt) })
  const { step_id, step_group } = step
  if (step_group) {
    track('diagnostic_question_answered', { question_id: step_id, question_group: step_group })
  }
}

/** The five fields that would tell an answer or the result are sent empty; docs/decisions says why. */
export function quizCompleted({ hasEmail }: { hasEmail: boolean }): void {
  track('quiz_completed', {
    category: null,
    gender: null,
    age: null,
    goals: null,
    consultation_interest: null,
    total_time_seconds: secondsSince(quizStartedAt),
    total_steps: funnelLength,
    has_email: hasEmail,
  })
}

export function quizRestarted(stepId: StepId): void {
  const step = funnelStep(stepId)
  track('quiz_restarted', { step_id: step?.step_id ?? null, step_number: step?.step_number ?? null })
}

export function contactFormSubmitted({ hasEmail, hasPhone }: { hasEmail: boolean; hasPhone: boolean }): void {
  track('contact_form_submitted', { has_email: hasEmail, has_phone: hasPhone })
}

export type FormName =
  | 'login_email'
  | 'login_code'
  | 'login_password'
  | 'new_password'
  | 'contact'
  | 'checklist'

export function formSubmitted(form: FormName): void {
  track('form_submitted', { form })
}

export type ButtonName =
  | 'start_program'
  | 'book_consultation'
  | 'take_test'
  | 'retake_test'
  | 'sign_in'
  | 'download_checklist'
  | 'send_checklist'
  | 'whatsapp'
  | 'support'
  | 'try_again'

/** `place` is the screen or section the button stands in. */
export function buttonClicked(button: ButtonName, place: string, product?: ProductType): void {
  track('button_click', { button, place, product })
}

export type AuthMethod = 'code' | 'password' | 'recovery'

export function authAttempted(method: AuthMethod, email: string): void {
  track('auth_attempt', { method, email_domain: emailDomain(email) })
}

export function authSucceeded(method: AuthMethod, email: string): void {
  track('auth_success', { method, email_domain: emailDomain(email) })
  analytics.setPersonProperties({ sign_in_method: method })
}

/** `reason` is the sign-in service's code, or the status it answered with. */
export function authFailed(method: AuthMethod, email: string, reason: string): void {
  track('auth_failure', { method, email_domain: emailDomain(email), reason })
}

export function loggedOut(scope: 'local' | 'global'): void {
  track('logout', { scope })
}

export function profileViewed(source: 'data' | 'token' | 'latest'): void {
  track('profile_viewed', { source })
}

/** Null when the beginning was not on this page, as after a reload. */
function secondsSince(at: number): number | null {
  return at === 0 ? null : Math.round((Date.now() - at) / 1000)
}
