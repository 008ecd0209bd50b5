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
  | { status: 'loading' }
  | { status: 'failed' }
  | ({ status: 'open'; Dialog: ComponentType<LoginDialogProps> } & LoginDialogProps)

const closed: LoginRequest = { status: 'closed' }

let request: LoginRequest = closed
const listeners = createListeners()

function changeTo(next: LoginRequest): void {
  request = next
  listeners.tell()
}

/**
 * Opens the login dialog from anywhere on the page. Its script is fetched when it is first asked for; whoever presses something else
 * meanwhile wants that, unless a refusal is to be told.
 */
export async function openLogin(refusal: AuthRefusal | null = null): Promise<void> {
  if (request.status === 'open' || request.status === 'loading') return
  const focused = document.activeElement
  const returnFocusTo = focused instanceof HTMLElement && focused !== document.body ? focused : null
  const asking: LoginRequest = { status: 'loading' }
  changeTo(asking)
  const isAwaited = () => request === asking
  const endListening = refusal ? null : onPressElsewhere(closeLogin)
  try {
    const { LoginDialog } = await import('./login-dialog.tsx')
    if (isAwaited()) changeTo({ status: 'open', Dialog: LoginDialog, refusal, returnFocusTo })
  } catch {
    if (isAwaited()) changeTo({ status: 'failed' })
  }
  endListening?.()
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
