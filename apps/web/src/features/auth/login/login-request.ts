import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { type ComponentType, useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import { onPressElsewhere } from '#web/lib/page/press-elsewhere.ts'

export type LoginDialogProps = {
  /** Shown at once: why an earlier way in, such as a link from a mail, was refused. */
  refusal: AuthRefusal | null
  /** What had the focus before, and gets it back. */
  returnFocusTo: HTMLElement | null
}

type LoginRequest =
  | { status: 'closed' }
  /** On its way, with what is to be told once it is there. */
  | { status: 'loading'; refusal: AuthRefusal | null }
  | { status: 'failed' }
  | ({ status: 'open'; Dialog: ComponentType<LoginDialogProps> } & LoginDialogProps)

const closed: LoginRequest = { status: 'closed' }

let request: LoginRequest = closed
const listeners = createListeners()
/** Whoever pressed for the dialog is listened to until it is there, or asked for otherwise. */
let endListening = () => {}

function changeTo(next: LoginRequest): void {
  endListening()
  request = next
  listeners.tell()
}

/**
 * Opens the login dialog from anywhere on the page, whatever is pressed meanwhile. Its script is fetched when it is first asked for; of
 * several refusals that are to be told until then, the last one is.
 */
export async function openLogin(refusal: AuthRefusal | null = null): Promise<void> {
  endListening()
  if (request.status === 'open') return
  if (request.status === 'loading') {
    request.refusal = refusal ?? request.refusal
    return
  }
  const focused = document.activeElement
  const returnFocusTo = focused instanceof HTMLElement && focused !== document.body ? focused : null
  const asking: LoginRequest = { status: 'loading', refusal }
  changeTo(asking)
  const isAwaited = () => request === asking
  try {
    const { LoginDialog } = await import('./login-dialog.tsx')
    if (isAwaited()) changeTo({ status: 'open', Dialog: LoginDialog, refusal: asking.refusal, returnFocusTo })
  } catch {
    if (isAwaited()) changeTo({ status: 'failed' })
  }
}

/** The same for a press: whoever presses something else before the dialog is there wants that. */
export function askForLogin(): void {
  if (request.status === 'loading' || request.status === 'open') return
  void openLogin()
  endListening = onPressElsewhere(closeLogin)
}

export function closeLogin(): void {
  changeTo(closed)
}

export function useLoginRequest(): LoginRequest {
  return useSyncExternalStore(
    listeners.subscribe,
    () => request,
    () => closed,
  )
}
