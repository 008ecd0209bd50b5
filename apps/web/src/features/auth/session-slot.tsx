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
 * The end of the header: for visitors a sign-in button on `/` while no quiz is started (specification, section 2), which stands in the page as the
 * build rendered it. Everything else about sessions comes in a script of its own once the page is idle, or the button was pressed. Says what
 * did not come of it, which that script could not.
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
    // Another press is another attempt.
    if (request === 'loading') setFailed(false)
  }, [request])
  useEffect(() => whenIdle(() => setIdle(true)), [])
  useEffect(() => {
    // What was stored is no session after all: `boot.inline.ts` has hidden the button for it.
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
