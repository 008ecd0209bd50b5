import { sessionTexts as texts } from '@app/content/ru/ui/sign-in/session'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { Button } from '#web/ui/button.tsx'
import { useLoginRequest } from './login/login-request.ts'
import { askForLogin } from './login/open-login.ts'

/** Opens the login dialog from the header. */
export function SignInButton() {
  return (
    <Button
      variant="outline"
      size="sm"
      className="sign-in @max-[10rem]:px-2!"
      busy={useLoginRequest().status === 'loading'}
      onClick={() => {
        buttonClicked('sign_in', 'header')
        askForLogin()
      }}
    >
      {texts.signIn}
    </Button>
  )
}
