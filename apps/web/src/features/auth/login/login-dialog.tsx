import { loginTexts as texts } from '@app/content/ru/ui/login'
import { useLocation, useNavigate } from 'react-router'
import { keepScrollAtTop } from '#web/lib/page/keep-scroll-at-top.ts'
import { endRecovery, useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { ArrowLeftIcon } from '#web/ui/icons.tsx'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'
import { closeLogin, type LoginDialogProps } from './login-request.ts'
import { isStaffPath, type LoginState } from './login-state.ts'
import { NewPasswordStep } from './new-password-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { useLogin } from './use-login.ts'

/** Sign-in by a mailed code or by password, and the way back to a forgotten password. */
export function LoginDialog({ refusal, returnFocusTo }: LoginDialogProps) {
  const session = useSession()
  const isRecovering = session.status === 'signed-in' && session.recovering
  const { state, dispatch, putBy, end } = useLogin({ isRecovering, refusal })
  const navigate = useNavigate()
  const { pathname } = useLocation()

  const close = () => {
    endRecovery()
    putBy()
    closeLogin()
  }
  const enter = () => {
    end()
    close()
    if (isStaffPath(pathname)) return
    // In place of the dialog's entry.
    navigate('/profile', { replace: true })
    // The cabinet keeps its address, so it is scrolled to the top.
    keepScrollAtTop()
  }
  const { title, description, backLabel } = dialogHeadingOf(state)

  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent
        title={title}
        description={description}
        closeLabel={texts.close}
        leading={
          backLabel && <BackButton label={backLabel} onClick={() => dispatch({ type: 'went_back' })} />
        }
        onInteractOutside={(event) => event.preventDefault()}
        returnFocusTo={returnFocusTo}
      >
        {state.step === 'email' && <EmailStep key={state.purpose} state={state} dispatch={dispatch} />}
        {state.step === 'code' && <CodeStep state={state} dispatch={dispatch} onSignedIn={enter} />}
        {state.step === 'password' && <PasswordStep state={state} dispatch={dispatch} onSignedIn={enter} />}
        {state.step === 'new-password' && (
          <NewPasswordStep state={state} dispatch={dispatch} onDone={enter} />
        )}
      </DialogContent>
    </Dialog>
  )
}

type DialogHeading = { title: string; description: string | null; backLabel: string | null }

function dialogHeadingOf(state: LoginState): DialogHeading {
  switch (state.step) {
    case 'email':
      return state.purpose === 'sign-in'
        ? { title: texts.email.title, description: texts.email.text, backLabel: null }
        : { title: texts.recovery.title, description: texts.recovery.text, backLabel: texts.recovery.back }
    case 'code':
      return {
        title: texts.code.title,
        description: codeDeliveryText(state),
        backLabel: texts.code.back,
      }
    case 'password':
      return { title: texts.password.title, description: null, backLabel: texts.password.back }
    case 'new-password':
      return { title: texts.newPassword.title, description: texts.newPassword.text, backLabel: null }
  }
}

/**
 * Describes the delivery of the first code. The state of another one is shown below, at its button.
 */
function codeDeliveryText({ delivery, email }: Extract<LoginState, { step: 'code' }>): string {
  if (delivery === 'sending') return texts.code.sendingTo(email)
  return delivery === 'sent' ? texts.code.sentTo(email) : email
}

function BackButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} onClick={onClick} className="-ml-3">
      <ArrowLeftIcon className="size-6" />
    </Button>
  )
}
