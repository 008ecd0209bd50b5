import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { type ComponentType, useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

export type LoginDialogProps = {
  /** Shown at once: why an earlier way in, such as a link from a mail, was refused. */
  refusal: AuthRefusal | null
  /** The element that gets the focus back. */
  returnFocusTo: HTMLElement | null
}

export type LoginRequest =
  | { status: 'closed' }
  /** The dialog is loading; `isPressed` when a press requested it. */
  | { status: 'loading'; refusal: AuthRefusal | null; isPressed: boolean }
  | { status: 'failed' }
  | ({ status: 'open'; Dialog: ComponentType<LoginDialogProps> } & LoginDialogProps)

const closed: LoginRequest = { status: 'closed' }
let request: LoginRequest = closed
const listeners = createListeners()

export function loginRequest(): LoginRequest {
  return request
}

export function setLoginRequest(next: LoginRequest): void {
  request = next
  listeners.notify()
}

export function closeLogin(): void {
  setLoginRequest(closed)
}

export function useLoginRequest(): LoginRequest {
  return useSyncExternalStore(listeners.subscribe, loginRequest, () => closed)
}
