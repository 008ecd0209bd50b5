import { sessionTexts as texts } from '@app/content/ru/ui/session'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useConfig } from '#web/lib/config.ts'
import { useQuizStarted } from '#web/lib/quiz-started.ts'
import { useSession, watchSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { linkRefusal } from './link-refusal.ts'
import { openLogin, useLoginRequest } from './login-request.ts'

const SessionMenu = lazy(() => import('./session-menu.tsx'))

/**
 * The end of the header: a menu for users; for visitors a sign-in button on `/` while no quiz is started
 * (specification, section 2). Also keeps the session alive and shows the login dialog when it is asked for.
 */
export default function SessionEnd(): ReactNode {
  const config = useConfig()
  const session = useSession()
  const { pathname } = useLocation()
  const { started } = useQuizStarted()
  const isRecovering = session.status === 'signed-in' && session.recovering

  useEffect(() => watchSession(config), [config])
  useEffect(() => {
    const refusal = linkRefusal(window.location.hash)
    if (!refusal) return
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
    void openLogin(refusal)
  }, [])
  useEffect(() => {
    if (isRecovering) void openLogin()
  }, [isRecovering])

  return (
    <>
      {session.status === 'signed-in' && (
        <Suspense fallback={null}>
          <SessionMenu person={session.person} />
        </Suspense>
      )}
      {session.status === 'signed-out' && pathname === '/' && !started && <SignInButton />}
      <LoginOutlet />
    </>
  )
}

function SignInButton() {
  const request = useLoginRequest()
  return (
    <Button variant="outline" size="sm" busy={request.status === 'loading'} onClick={() => void openLogin()}>
      {texts.signIn}
    </Button>
  )
}

function LoginOutlet() {
  const request = useLoginRequest()
  if (request.status === 'failed')
    return (
      <p role="alert" className="text-label text-danger">
        {texts.notOpened}
      </p>
    )
  if (request.status !== 'open') return null
  return <request.Dialog refusal={request.refusal} returnFocusTo={request.returnFocusTo} />
}
