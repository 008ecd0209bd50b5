import { sessionTexts as texts } from '@app/content/ru/ui/session'
import { type MouseEvent, useEffect } from 'react'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useLoginRequest } from './login/login-request.ts'
import { askForLogin } from './login/open-login.ts'

/** The address of a press that came before React did. */
const pressed = '#sign-in'

/** Opens the login dialog. A link, so that a press on the page as the build rendered it is kept in its address. */
export function SignInButton() {
  const isOpening = useLoginRequest().status === 'loading'

  useEffect(() => {
    if (location.hash !== pressed) return
    history.replaceState(history.state, '', location.pathname + location.search)
    open()
  }, [])

  function press(event: MouseEvent) {
    event.preventDefault()
    open()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a link keeps a press that comes before React does
    <a
      href={pressed}
      role="button"
      draggable={false}
      aria-busy={isOpening || undefined}
      onClick={press}
      className={buttonStyle({
        variant: 'outline',
        size: 'sm',
        className: 'sign-in no-underline @max-[10rem]:px-2!',
      })}
    >
      {isOpening && <Spinner className="size-5" />}
      {texts.signIn}
    </a>
  )
}

function open() {
  buttonClicked('sign_in', 'header')
  askForLogin()
}
