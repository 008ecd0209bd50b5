import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { useQuizStarted } from '#web/lib/quiz-started.ts'
import { signedInId, useSession } from '#web/lib/session/session.ts'
import { useLoginRequest } from './login/login-request.ts'
import { SignInButton } from './sign-in-button.tsx'

function Nothing(): ReactNode {
  return null
}

/** A page without the end of its header is better than none, should its script not arrive. */
const HeaderSession = lazy(() => import('./header-session.tsx').catch(() => ({ default: Nothing })))

/**
 * The end of the header: for visitors a sign-in button on `/` while no quiz is started (specification, section 2), which stands in the page as the
 * build rendered it. Everything else about sessions comes in a script of its own once the page is idle, or the button was pressed.
 */
export function SessionSlot() {
  const [isIdle, setIdle] = useState(false)
  const session = useSession()
  const { pathname } = useLocation()
  const started = useQuizStarted()
  const isAsked = useLoginRequest().status !== 'closed'
  useEffect(() => whenIdle(() => setIdle(true)), [])
  useEffect(() => {
    // What was stored is no session after all: `boot.inline.ts` has hidden the button for it.
    if (session.status === 'signed-out' && !signedInId()) delete document.documentElement.dataset.session
  }, [session.status])
  return (
    <>
      {session.status === 'signed-out' && pathname === '/' && !started && <SignInButton />}
      {(isIdle || isAsked) && (
        <Suspense fallback={null}>
          <HeaderSession />
        </Suspense>
      )}
    </>
  )
}
