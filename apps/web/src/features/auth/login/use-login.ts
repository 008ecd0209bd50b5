import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { useEffect, useReducer, useRef } from 'react'
import { tabStore } from '#web/lib/browser-storage.ts'
import { useConfig } from '#web/lib/config.ts'
import { readKnownContact } from '#web/lib/known-contact.ts'
import {
  type LoginState,
  nextLogin,
  resendPauseMs,
  startLogin,
  startNewPassword,
  startWithCode,
} from './login-state.ts'
import { clearLogin, markLoginClosed, readLogin, saveLogin } from './saved-login.ts'

type LoginOptions = { isRecovering: boolean; refusal: AuthRefusal | null }

/** The state of the login dialog. A code that was mailed is remembered for as long as it is good, over a reload too. */
export function useLogin(opened: LoginOptions) {
  const [state, dispatch] = useReducer(nextLogin, opened, initialLogin)
  const pauseMs = resendPauseMs(useConfig())

  /** The time of the first request, while its outcome is unknown. */
  const askedAt = useRef<number | null>(null)

  useEffect(() => {
    if (state.step === 'new-password') clearLogin(tabStore)
    if (state.step === 'email') {
      if (state.refusal && askedAt.current !== null) clearLogin(tabStore)
      else markLoginClosed(tabStore, 'left', Date.now())
    }
    const wasAskedAt = askedAt.current
    askedAt.current = null
    if (state.step !== 'code') return
    const { email, purpose } = state
    const now = Date.now()
    // The mail may be there before its answer is, and the page be loaded anew between them.
    if (state.resendAt === null) {
      if (state.delivery !== 'sending' || readLogin(tabStore, now)?.email === email) return
      askedAt.current = wasAskedAt ?? now
    }
    const resendAt = state.resendAt ?? now + pauseMs
    saveLogin(tabStore, { email, purpose, resendAt, sentAt: resendAt - pauseMs, status: 'open' })
  }, [state, pauseMs])

  return {
    state,
    dispatch,
    /** The dialog is closed: opened again, it asks for the code that was mailed. */
    putBy: () => markLoginClosed(tabStore, 'closed', Date.now()),
    /** No code is expected any more. */
    end: () => clearLogin(tabStore),
  }
}

function initialLogin({ isRecovering, refusal }: LoginOptions): LoginState {
  if (isRecovering) return startNewPassword()
  const kept = readLogin(tabStore, Date.now())
  if (kept && kept.status !== 'left' && !refusal) return startWithCode(kept)
  return startLogin(refusal, kept?.email ?? readKnownContact()?.email)
}
