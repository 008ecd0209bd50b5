import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { untilNextClick } from '#web/lib/page/until-next-click.ts'
import { signedInId } from '#web/lib/session/session.ts'
import { closeLogin, type LoginRequest, loginRequest, setLoginRequest } from './login-request.ts'

/** For how long it is said that the dialog did not come: two lines, read twice. */
const failureShownMs = 8000

/**
 * Opens the login dialog from anywhere on the page, whatever is pressed meanwhile. Its script is fetched when it is first asked for; of
 * several refusals that are to be told until then, the last one is.
 */
export function openLogin(refusal: AuthRefusal | null = null): void {
  const request = loginRequest()
  if (request.status === 'open') return
  if (request.status === 'loading')
    setLoginRequest({ ...request, refusal: refusal ?? request.refusal, isPressed: false })
  else void loadLogin({ status: 'loading', refusal, isPressed: false })
}

/** The same for a press: whoever presses something else before the dialog is there wants that. */
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
    // Somebody has signed in meanwhile, in another tab, and wants no dialog for it here.
    if (request.isPressed && signedInId()) closeLogin()
    else setLoginRequest({ status: 'open', Dialog: LoginDialog, refusal: request.refusal, returnFocusTo })
  } catch {
    if (loginRequest().status === 'loading') showLoginFailure()
  }
}

/** Says for a while that what was asked for did not come: it lies over the page, and is not there for good. */
export function showLoginFailure(): void {
  const failed: LoginRequest = { status: 'failed' }
  setLoginRequest(failed)
  setTimeout(() => loginRequest() === failed && closeLogin(), failureShownMs)
}
