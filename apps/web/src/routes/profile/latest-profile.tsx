import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useLoginRequest } from '#web/features/auth/login/login-request.ts'
import { askForLogin, openLogin } from '#web/features/auth/login/open-login.ts'
import { hasReturned, returnMarkOf } from '#web/features/payment/payment-return.ts'
import { ProfileLoading } from '#web/features/profile/profile-loading.tsx'
import { undoNote } from '#web/features/quiz/steps/later-steps.ts'
import { useIsWiped } from '#web/features/quiz/store/use-quiz.ts'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { tabStore } from '#web/lib/browser-storage.ts'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { Known } from './known.ts'
import { knownProfile, quizDialog } from './known-parts.ts'
import { useQuizDialog } from './use-quiz-dialog.ts'
import { VisitorScreen } from './visitor-screen.tsx'

/** The cabinet of whoever is signed in; to a visitor it offers to sign in or to take the test. */
export function LatestProfile() {
  const session = useSession()
  const person = session.status === 'signed-in' ? session.person : null
  const quiz = useQuizDialog(person?.id)
  const isWiped = useIsWiped()
  // Whoever signs in, or takes the test, needs it next.
  useEffect(() => whenIdle(knownProfile.preload), [])

  const { finished } = quiz
  const known: Known | null = finished
    ? { kind: 'taken', finished, onRetake: quiz.open }
    : person && { kind: 'person', person, onTakeTest: quiz.open }
  return (
    <>
      {known ? (
        <Suspense fallback={<ProfileLoading />}>
          <LazyPart part={knownProfile} props={{ known }} />
        </Suspense>
      ) : (
        <Visitor quiz={quiz} />
      )}
      <Suspense>
        {isWiped && quiz.status !== 'open' && (
          <LazyPart part={undoNote} props={{ onUndo: quiz.undoRestart }} />
        )}
      </Suspense>
      {quiz.status === 'open' && (
        <Suspense>
          <LazyPart part={quizDialog} props={{ onClose: quiz.close, onFinished: quiz.finish }} />
        </Suspense>
      )}
    </>
  )
}

/** Whoever comes here from paying wants to see what they bought, so the sign-in is open for them already. */
function Visitor({ quiz }: { quiz: Pick<ReturnType<typeof useQuizDialog>, 'status' | 'open'> }) {
  const { state } = useLocation()
  const request = useLoginRequest()
  const [hasBought] = useState(() => hasReturned(tabStore))
  const isFromPaying = hasBought && returnMarkOf(state) !== null
  useEffect(() => {
    if (isFromPaying) openLogin()
  }, [isFromPaying])
  function signIn() {
    buttonClicked('sign_in', '/profile')
    askForLogin()
  }
  return (
    <VisitorScreen
      hasBought={hasBought}
      onSignIn={signIn}
      isSignInOpening={request.status === 'loading'}
      onTakeTest={quiz.open}
      testStatus={quiz.status}
    />
  )
}
