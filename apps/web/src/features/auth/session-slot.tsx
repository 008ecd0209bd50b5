import { sessionTexts as texts } from '@app/content/ru/ui/sign-in/session'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { PageNote } from '#web/components/page-note.tsx'
import { pagePart, UnneededPart } from '#web/lib/page/lazy-part.tsx'
import { oldPage } from '#web/lib/page/outdated-page.ts'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { useQuizStarted } from '#web/lib/quiz-started.ts'
import { signedInId, useSession } from '#web/lib/session/session.ts'
import { loginRequest, useLoginRequest } from './login/login-request.ts'
import { showLoginFailure } from './login/open-login.ts'
import { SignInButton } from './sign-in-button.tsx'

const headerSession = pagePart(() => import('./header-session.tsx'))
const noProps = {}

/**
 * The sign-in button for visitors on `/` before the quiz (specification, section 2), as
 * prerendered. The other session parts are loaded when idle or on a press; a failed load is
 * reported here.
 */
export function SessionSlot() {
  const [isIdle, setIdle] = useState(false)
  const session = useSession()
  const { pathname } = useLocation()
  const started = useQuizStarted()
  const request = useLoginRequest().status
  const [hasFailed, setFailed] = useState(false)
  const isOld = useSyncExternalStore(oldPage.subscribe, oldPage.isOld, () => false)
  useEffect(() => {
    // Another press is a new attempt.
    if (request === 'loading') setFailed(false)
  }, [request])
  useEffect(() => whenIdle(() => setIdle(true)), [])
  useEffect(() => {
    // The stored session was invalid, but `boot.inline.ts` has hidden the button.
    if (session.status === 'signed-out' && !signedInId()) delete document.documentElement.dataset.session
  }, [session.status])
  function fail() {
    setFailed(true)
    if (loginRequest().status !== 'closed') showLoginFailure()
  }

  return (
    <>
      {session.status === 'signed-out' && pathname === '/' && !started && <SignInButton />}
      {!hasFailed && (isIdle || request !== 'closed') && (
        <UnneededPart part={headerSession} props={noProps} onFailure={fail} />
      )}
      {isOld ? (
        <PageNote>{texts.updated}</PageNote>
      ) : (
        request === 'failed' && <PageNote>{texts.notOpened}</PageNote>
      )}
    </>
  )
}
