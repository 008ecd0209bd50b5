import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { type ComponentType, useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import { whileWanted } from '#web/lib/page/while-wanted.ts'
import { signedInId } from '#web/lib/session/session.ts'

export type LoginDialogProps = {
  /** Shown at once: why an earlier way in, such as a link from a mail, was refused. */
  refusal: AuthRefusal | null
  /** What had the focus before, and gets it back. */
  returnFocusTo: HTMLElement | null
}

type LoginRequest =
  | { status: 'closed' }
  /** On its way, with what is to be told once it is there; asked for by a press, or by nobody. */
  | { status: 'loading'; refusal: AuthRefusal | null; isPressed: boolean }
  | { status: 'failed' }
  | ({ status: 'open'; Dialog: ComponentType<LoginDialogProps> } & LoginDialogProps)

const closed: LoginRequest = { status: 'closed' }
/** For how long it is said that the dialog did not come: two lines, read twice. */
const failureMs = 8000

let request: LoginRequest = closed
const listeners = createListeners()

function changeTo(next: LoginRequest): void {
  request = next
  listeners.tell()
}

/**
 * Opens the login dialog from anywhere on the page, whatever is pressed meanwhile. Its script is fetched when it is first asked for; of
 * several refusals that are to be told until then, the last one is.
 */
export function openLogin(refusal: AuthRefusal | null = null): void {
  if (request.status === 'open') return
  if (request.status === 'loading')
    changeTo({ ...request, refusal: refusal ?? request.refusal, isPressed: false })
  else void load({ status: 'loading', refusal, isPressed: false })
}

/** The same for a press: whoever presses something else before the dialog is there wants that. */
export function askForLogin(): void {
  if (request.status === 'loading' || request.status === 'open') return
  void load({ status: 'loading', refusal: null, isPressed: true })
}

async function load(asking: LoginRequest): Promise<void> {
  const focused = document.activeElement
  const returnFocusTo = focused instanceof HTMLElement && focused !== document.body ? focused : null
  changeTo(asking)
  try {
    const loading = import('./login-dialog.tsx')
    await whileWanted(loading, () => {
      if (request.status === 'loading' && request.isPressed) closeLogin()
    })
    const { LoginDialog } = await loading
    if (request.status !== 'loading') return
    // Somebody has signed in meanwhile, in another tab, and wants no dialog for it here.
    if (request.isPressed && signedInId()) closeLogin()
    else changeTo({ status: 'open', Dialog: LoginDialog, refusal: request.refusal, returnFocusTo })
  } catch {
    if (request.status !== 'loading') return
    const failed: LoginRequest = { status: 'failed' }
    changeTo(failed)
    // It lies over the page, and is not there for good.
    setTimeout(() => request === failed && closeLogin(), failureMs)
  }
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
