import type { Dispatch } from 'react'
import type { LoginEvent, LoginState } from './login-state.ts'

/** What every step of the login dialog is given. */
export type StepProps<Step extends LoginState['step']> = {
  state: Extract<LoginState, { step: Step }>
  dispatch: Dispatch<LoginEvent>
}
