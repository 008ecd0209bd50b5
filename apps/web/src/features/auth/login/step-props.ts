import type { Dispatch } from 'react'
import type { LoginEvent, LoginState } from './login-state.ts'

/** The common props of the login dialog's steps. */
export type StepProps<Step extends LoginState['step']> = {
  state: Extract<LoginState, { step: Step }>
  dispatch: Dispatch<LoginEvent>
}
