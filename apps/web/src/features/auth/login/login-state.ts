import type { AuthRefusal } from '@app/content/ru/auth-errors'
import type { ClientConfig } from '@app/contracts/client-config'
import { signInRules } from '@app/contracts/sign-in'
import { codeLength } from '@app/domain/auth/display-name'

/** The purpose of a code: to sign in, or to choose a new password. */
export type CodePurpose = 'sign-in' | 'recovery'

/** The delivery of the code; `earlier` for one that was requested before. */
export type CodeDeliveryStatus = 'sending' | 'sent' | 'resending' | 'resent' | 'earlier'

/** The state of the login dialog, without passwords. */
export type LoginState =
  | { step: 'email'; purpose: CodePurpose; email: string; refusal: AuthRefusal | null }
  | {
      step: 'code'
      purpose: CodePurpose
      email: string
      code: string
      delivery: CodeDeliveryStatus
      /** Unix milliseconds from which another code may be asked for; null while one is on its way. */
      resendAt: number | null
      isChecking: boolean
      /** How many wrong codes have been tried since the last mail. */
      wrongTries: number
      refusal: AuthRefusal | null
    }
  | { step: 'password'; email: string; isChecking: boolean; refusal: AuthRefusal | null }
  | { step: 'new-password'; isSaving: boolean; refusal: AuthRefusal | null }

export type LoginEvent =
  | { type: 'email_typed'; email: string }
  | { type: 'code_requested' }
  /** The user has a code already; `resendAt` says when another may be asked for. */
  | { type: 'code_at_hand'; email: string; resendAt: number }
  | { type: 'code_sent'; email: string; resendAt: number }
  | { type: 'code_not_sent'; email: string; now: number; refusal: AuthRefusal }
  | { type: 'code_typed'; text: string }
  | { type: 'resend_requested' }
  | { type: 'check_started' }
  | { type: 'check_refused'; refusal: AuthRefusal }
  | { type: 'recovery_verified' }
  | { type: 'went_back' }
  | { type: 'password_chosen' }
  | { type: 'password_forgotten' }

/** Returns the pause between two codes: the sign-in service's minimum, at least a minute. */
export function resendPauseMs({ codePauseSeconds }: Pick<ClientConfig, 'codePauseSeconds'>): number {
  return Math.max(60, codePauseSeconds) * 1000
}

/** Returns true for the paths where a sign-in stays; from all others it leads to the cabinet. */
export function isStaffPath(pathname: string): boolean {
  return /^\/(misc|desk)(\/|$)/.test(pathname)
}

export function startLogin(refusal: AuthRefusal | null = null, email = ''): LoginState {
  return { step: 'email', purpose: 'sign-in', email, refusal }
}

/** The dialog reopened with an earlier code. */
export function startWithCode(login: Pick<At<'code'>, 'purpose' | 'email' | 'resendAt'>): LoginState {
  return { ...startCode(login, 'earlier'), resendAt: login.resendAt }
}

/** Opened by a recovery link: the user is signed in already and only the password is missing. */
export function startNewPassword(): LoginState {
  return { step: 'new-password', isSaving: false, refusal: null }
}

/** Keeps at most six digits. */
export function readCode(text: string): string {
  return text.replace(/\D/g, '').slice(0, codeLength)
}

export function canSubmitCode(state: LoginState): boolean {
  return state.step === 'code' && state.code.length === codeLength && !state.isChecking
}

/**
 * Returns the seconds until another code may be requested; 0 when allowed now, null while one is
 * being sent.
 */
export function secondsToResend(state: LoginState, now: number): number | null {
  if (state.step !== 'code' || state.resendAt === null) return null
  return Math.max(0, Math.ceil((state.resendAt - now) / 1000))
}

/**
 * The next state of the dialog (specification, section 4). An event that the current step does not
 * expect, such as an answer that arrives after the user went back, changes nothing.
 */
export function nextLogin(state: LoginState, event: LoginEvent): LoginState {
  switch (state.step) {
    case 'email':
      return nextEmail(state, event)
    case 'code':
      return nextCode(state, event)
    case 'password':
      return nextPassword(state, event)
    case 'new-password':
      return nextNewPassword(state, event)
  }
}

type At<Step extends LoginState['step']> = Extract<LoginState, { step: Step }>

function nextEmail(state: At<'email'>, event: LoginEvent): LoginState {
  const { purpose, email } = state
  switch (event.type) {
    case 'email_typed':
      return { ...state, email: event.email, refusal: null }
    case 'code_requested':
      return startCode({ purpose, email: email.trim() }, 'sending')
    case 'code_at_hand':
      return startWithCode({ purpose, email: event.email, resendAt: event.resendAt })
    case 'password_chosen':
      return { step: 'password', email, isChecking: false, refusal: null }
    case 'went_back':
      return purpose === 'recovery' ? { step: 'password', email, isChecking: false, refusal: null } : state
    default:
      return state
  }
}

function startCode(
  { purpose, email }: Pick<At<'code'>, 'purpose' | 'email'>,
  delivery: CodeDeliveryStatus,
): At<'code'> {
  return {
    step: 'code',
    purpose,
    email,
    code: '',
    delivery,
    resendAt: null,
    isChecking: false,
    wrongTries: 0,
    refusal: null,
  }
}

function nextCode(state: At<'code'>, event: LoginEvent): LoginState {
  const { purpose, email, delivery } = state
  switch (event.type) {
    case 'code_sent':
      if (event.email !== email) return state
      return {
        ...state,
        delivery: delivery === 'resending' ? 'resent' : 'sent',
        resendAt: event.resendAt,
        wrongTries: 0,
      }
    case 'code_not_sent':
      if (event.email !== email) return state
      // The first code never left, so its address is where to start again; an earlier code may
      // still be good.
      if (delivery === 'sending') return { step: 'email', purpose, email, refusal: event.refusal }
      return { ...state, delivery: 'sent', resendAt: event.now, refusal: event.refusal }
    case 'code_typed':
      return { ...state, code: readCode(event.text), refusal: null }
    case 'resend_requested':
      return { ...state, code: '', delivery: 'resending', resendAt: null, refusal: null }
    case 'check_started':
      return { ...state, isChecking: true, refusal: null }
    case 'check_refused':
      return refuseCode(state, event.refusal)
    case 'recovery_verified':
      return startNewPassword()
    case 'went_back':
      return { step: 'email', purpose, email, refusal: null }
    default:
      return state
  }
}

/** The service answers the same to every code, and takes none after the last try. */
function refuseCode(state: At<'code'>, refusal: AuthRefusal): At<'code'> {
  const wrongTries = state.wrongTries + (refusal.code === 'otp_expired' ? 1 : 0)
  const isUsedUp = refusal.code === 'otp_expired' && wrongTries >= signInRules.codeTries
  return { ...state, isChecking: false, wrongTries, refusal: isUsedUp ? { code: 'code_used_up' } : refusal }
}

function nextPassword(state: At<'password'>, event: LoginEvent): LoginState {
  switch (event.type) {
    case 'email_typed':
      return { ...state, email: event.email, refusal: null }
    case 'check_started':
      return { ...state, isChecking: true, refusal: null }
    case 'check_refused':
      return { ...state, isChecking: false, refusal: event.refusal }
    case 'password_forgotten':
      return { step: 'email', purpose: 'recovery', email: state.email, refusal: null }
    case 'went_back':
      return { step: 'email', purpose: 'sign-in', email: state.email, refusal: null }
    default:
      return state
  }
}

function nextNewPassword(state: At<'new-password'>, event: LoginEvent): LoginState {
  if (event.type === 'check_started') return { ...state, isSaving: true, refusal: null }
  if (event.type === 'check_refused') return { ...state, isSaving: false, refusal: event.refusal }
  return state
}
