import { sessionTexts as texts } from '@app/content/ru/ui/sign-in/session'
import { type ReactNode, useEffect, useState } from 'react'
import { tabStore } from '#web/lib/browser-storage.ts'
import { useConfig } from '#web/lib/config.ts'
import { hasFlash, takeFlash } from '#web/lib/device/flash-message.ts'
import { pagePart, UnneededPart } from '#web/lib/page/lazy-part.tsx'
import { restoreLostFocus } from '#web/lib/page/restore-lost-focus.ts'
import { signedInId, useSession } from '#web/lib/session/session.ts'
import { watchSession } from '#web/lib/session/watch-session.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { AccountDeletedToast } from './account-deleted-toast.tsx'
import type { LinkQuestion } from './link/follow-link.ts'
import { type LinkArrival, readArrival, withoutArrival } from './link/link-arrival.ts'
import { useLoginRequest } from './login/login-request.ts'
import { openLogin, showLoginFailure } from './login/open-login.ts'
import { markLoginClosed, readLogin } from './login/saved-login.ts'

const sessionMenu = pagePart(() => import('./session-menu.tsx'))
const linkDialog = pagePart(() => import('./link/link-dialog.tsx'))

/**
 * The end of the header for users: their menu. Also keeps the session alive and shows the login
 * dialog when it is asked for.
 */
export default function HeaderSession(): ReactNode {
  const config = useConfig()
  const session = useSession()
  const isRecovering = session.status === 'signed-in' && session.recovering

  useEffect(() => watchSession(config), [config])
  useEffect(restoreLostFocus, [])
  useEffect(() => {
    if (isRecovering) openLogin()
  }, [isRecovering])
  useEffect(() => {
    // Reloaded, or come back to, while a code was being fetched from the mailbox.
    if (!signedInId() && readLogin(tabStore, Date.now())?.status === 'open') openLogin()
  }, [])
  const isIn = session.status === 'signed-in'
  useEffect(() => {
    // A signed-in user does not need the message.
    if (isIn) takeFlash('session_ended')
    else if (hasFlash('session_ended')) openLogin({ code: 'session_ended' })
  }, [isIn])

  return (
    <>
      {session.status === 'signed-in' && (
        <UnneededPart part={sessionMenu} props={{ person: session.person }}>
          <a href="/profile" className={buttonStyle({ variant: 'outline', size: 'sm' })}>
            {texts.cabinet}
          </a>
        </UnneededPart>
      )}
      <AccountDeletedToast />
      <LoginOutlet />
      <LinkOutlet />
    </>
  )
}

/** Follows a sign-in link that led here, after taking it out of the address. */
function LinkOutlet() {
  const config = useConfig()
  const [question, setQuestion] = useState<LinkQuestion | null>(null)
  useEffect(() => {
    const arrival = readArrival(window.location)
    if (!arrival) return
    // The link makes its mailed code obsolete.
    markLoginClosed(tabStore, 'left', Date.now())
    window.history.replaceState(window.history.state, '', withoutArrival(window.location))
    follow(arrival).catch(showLoginFailure)

    async function follow(arrival: LinkArrival) {
      const { followLink } = await import('./link/follow-link.ts')
      const followed = await followLink(config, arrival)
      if (followed.status === 'asking') setQuestion(followed.question)
      if (followed.status === 'refused') openLogin(followed.refusal)
    }
  }, [config])
  if (!question) return null
  return (
    <UnneededPart
      part={linkDialog}
      props={{ question, onClose: () => setQuestion(null) }}
      onFailure={showLoginFailure}
    />
  )
}

function LoginOutlet() {
  const request = useLoginRequest()
  const isOpen = request.status === 'open'
  useEffect(() => {
    if (!isOpen) return
    // Removed on close, so that a reload shows it again.
    return () => void takeFlash('session_ended')
  }, [isOpen])
  if (request.status !== 'open') return null
  return <request.Dialog refusal={request.refusal} returnFocusTo={request.returnFocusTo} />
}
