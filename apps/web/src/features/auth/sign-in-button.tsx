import { sessionTexts as texts } from '@app/content/ru/ui/session'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { askForLogin, useLoginRequest } from './login/login-request.ts'

/** Opens the login dialog from the header. */
export function SignInButton() {
  return (
    <LinkButton
      hash="#sign-in"
      variant="outline"
      size="sm"
      className="sign-in @max-[10rem]:px-2!"
      busy={useLoginRequest().status === 'loading'}
      onPress={() => {
        buttonClicked('sign_in', 'header')
        askForLogin()
      }}
    >
      {texts.signIn}
    </LinkButton>
  )
}
