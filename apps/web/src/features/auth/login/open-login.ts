import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { untilNextClick } from '#web/lib/page/until-next-click.ts'
import { signedInId } from '#web/lib/session/session.ts'
import { closeLogin, type LoginRequest, loginRequest, setLoginRequest } from './login-request.ts'

/** Long enough to read two lines twice. */
const failureShownMs = 8000

/** Opens the login dialog, loading its script first. Of several refusals the last one is shown. */
export function openLogin(refusal: AuthRefusal | null = null): void {
  const request = loginRequest()
  if (request.status === 'open') return
  if (request.status === 'loading')
    setLoginRequest({ ...request, refusal: refusal ?? request.refusal, isPressed: false })
  else void loadLogin({ status: 'loading', refusal, isPressed: false })
}

/** Opens the login dialog for a press; another press cancels it. */
export function askForLogin(): void {
  const request = loginRequest()
  if (request.status === 'loading' || request.status === 'open') return
  void loadLogin({ status: 'loading', refusal: null, isPressed: true })
}

async function loadLogin(asking: LoginRequest): Promise<void> {
  const focused = document.activeElement
  const returnFocusTo = focused instanceof HTMLElement && focused !== document.body ? focused : null
  setLoginRequest(asking)
  try {
    const loading = import('./login-dialog.tsx')
    await untilNextClick(loading, () => {
      const request = loginRequest()
      if (request.status === 'loading' && request.isPressed) closeLogin()
    })
    const { LoginDialog } = await loading
    const request = loginRequest()
    if (request.status !== 'loading') return
    // Another tab signed in, so the dialog is not needed.
    if (request.isPressed && signedInId()) closeLogin()
    else setLoginRequest({ status: 'open', Dialog: LoginDialog, refusal: request.refusal, returnFocusTo })
  } catch {
    if (loginRequest().status === 'loading') showLoginFailure()
  }
}

/** Shows for a while that the login dialog failed to load. */
export function showLoginFailure(): void {
  const failed: LoginRequest = { status: 'failed' }
  setLoginRequest(failed)
  setTimeout(() => loginRequest() === failed && closeLogin(), failureShownMs)
}
