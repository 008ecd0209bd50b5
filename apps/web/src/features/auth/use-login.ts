import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { useEffect, useReducer } from 'react'
import { tabStore } from '#web/lib/browser-storage.ts'
import { knownContact } from '#web/lib/known-contact.ts'
import { clearLogin, keepLogin, putLoginBy, readLogin } from './kept-login.ts'
import {
  type LoginState,
  nextLogin,
  resendPauseMs,
  startLogin,
  startNewPassword,
  startWithCode,
} from './login-state.ts'

type Opened = { isRecovering: boolean; refusal: AuthRefusal | null }

/** The state of the login dialog. A code that was mailed is remembered for as long as it is good, over a reload too. */
export function useLogin(opened: Opened) {
  const [state, dispatch] = useReducer(nextLogin, opened, open)

  useEffect(() => {
    if (state.step === 'new-password') clearLogin(tabStore)
    if (state.step === 'email') putLoginBy(tabStore, 'left', Date.now())
    if (state.step !== 'code' || state.resendAt === null) return
    const { email, purpose, resendAt } = state
    keepLogin(tabStore, { email, purpose, resendAt, sentAt: resendAt - resendPauseMs, status: 'open' })
  }, [state])

  return {
    state,
    dispatch,
    /** The dialog is closed: opened again, it asks for the code that was mailed. */
    putBy: () => putLoginBy(tabStore, 'closed', Date.now()),
    /** Nobody waits for a code any more. */
    end: () => clearLogin(tabStore),
  }
}

function open({ isRecovering, refusal }: Opened): LoginState {
  if (isRecovering) return startNewPassword()
  const kept = readLogin(tabStore, Date.now())
  if (kept && kept.status !== 'left' && !refusal) return startWithCode(kept)
  return startLogin(refusal, kept?.email ?? knownContact()?.email)
}
