import type { ProductType } from '@app/domain/orders/products'
import { analytics } from './analytics.ts'

const { track } = analytics

export function profileViewed(source: 'data' | 'token' | 'latest'): void {
  track('profile_viewed', { source })
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
  | 'to_program'

/** `place` is the button's screen or section. */
export function buttonClicked(button: ButtonName, place: string, product?: ProductType): void {
  track('button_click', { button, place, product })
}
