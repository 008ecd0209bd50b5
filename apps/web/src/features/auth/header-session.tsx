import { sessionTexts as texts } from '@app/content/ru/ui/sign-in/session'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { tabStore } from '#web/lib/browser-storage.ts'
import { useConfig } from '#web/lib/config.ts'
import { hasFlash, takeFlash } from '#web/lib/device/flash-message.ts'
import { restoreLostFocus } from '#web/lib/page/restore-lost-focus.ts'
import { signedInId, useSession } from '#web/lib/session/session.ts'
import { watchSession } from '#web/lib/session/watch-session.ts'
import { AccountDeletedToast } from './account-deleted-toast.tsx'
import type { LinkQuestion } from './link/follow-link.ts'
import { type LinkArrival, readArrival, withoutArrival } from './link/link-arrival.ts'
import { putLoginBy, readLogin } from './login/kept-login.ts'
import { useLoginRequest } from './login/login-request.ts'
import { openLogin } from './login/open-login.ts'

const SessionMenu = lazy(() => import('./session-menu.tsx'))
const LinkDialog = lazy(() => import('./link/link-dialog.tsx'))

/**
 * The end of the header for users: their menu. Also keeps the session alive and shows the login dialog when it is asked for.
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
    // Whoever is in again has no need of it.
    if (isIn) takeFlash('session_ended')
    else if (hasFlash('session_ended')) openLogin({ code: 'session_ended' })
  }, [isIn])

  return (
    <>
      {session.status === 'signed-in' && (
        <Suspense fallback={null}>
          <SessionMenu person={session.person} />
        </Suspense>
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
    // Whoever came by the mail's link needs its code no more.
    putLoginBy(tabStore, 'left', Date.now())
    window.history.replaceState(window.history.state, '', withoutArrival(window.location))
    void follow(arrival)

    async function follow(arrival: LinkArrival) {
      const { followLink } = await import('./link/follow-link.ts')
      const followed = await followLink(config, arrival)
      if (followed.status === 'asking') setQuestion(followed.question)
      if (followed.status === 'refused') openLogin(followed.refusal)
    }
  }, [config])
  if (!question) return null
  return (
    <Suspense fallback={null}>
      <LinkDialog question={question} onClose={() => setQuestion(null)} />
    </Suspense>
  )
}

function LoginOutlet() {
  const request = useLoginRequest()
  const isOpen = request.status === 'open'
  useEffect(() => {
    if (!isOpen) return
    // Read when it is closed: a page that is reloaded before, or where the dialog did not come, says it again.
    return () => void takeFlash('session_ended')
  }, [isOpen])
  if (request.status === 'failed')
    // Over the foot of the window, where the first screen has a picture. In older browsers the header has a window of its own.
    return createPortal(
      <p
        role="alert"
        className="fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-30 mx-auto max-w-md rounded-2xl border border-danger bg-card px-5 py-3 text-center text-label text-danger"
      >
        {texts.notOpened}
      </p>,
      document.body,
    )
  if (request.status !== 'open') return null
  return <request.Dialog refusal={request.refusal} returnFocusTo={request.returnFocusTo} />
}
