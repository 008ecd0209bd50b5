import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { PageLoading } from '#web/components/page-loading.tsx'
import { openLogin } from '#web/features/auth/login/login-request.ts'
import { hasReturned, returnMarkOf } from '#web/features/payment/payment-return.ts'
import { ProfileLoading } from '#web/features/profile/profile-loading.tsx'
import { undoNote } from '#web/features/quiz/steps/later-steps.ts'
import { useIsWiped } from '#web/features/quiz/store/use-quiz.ts'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { tabStore } from '#web/lib/browser-storage.ts'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { useSession } from '#web/lib/session/session.ts'
import { type Known, knownProfile } from './known-part.ts'
import { quizDialog, useQuizDialog } from './use-quiz-dialog.ts'
import { VisitorScreen } from './visitor-screen.tsx'

/** The cabinet of whoever is signed in; to a visitor it offers to sign in or to take the test. */
export function LatestProfile() {
  const session = useSession()
  const quiz = useQuizDialog()
  const isWiped = useIsWiped()

  if (session.status === 'unknown') return <ProfileLoading />
  const { finished } = quiz
  const person = session.status === 'signed-in' ? session.person : null
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
        <Visitor onTakeTest={quiz.open} />
      )}
      <Suspense>
        {isWiped && !quiz.isOpen && <LazyPart part={undoNote} props={{ onUndo: quiz.undoRestart }} />}
      </Suspense>
      {quiz.isOpen && (
        <Suspense fallback={<QuizLoading />}>
          <LazyPart part={quizDialog} props={{ onClose: quiz.close, onFinished: quiz.finish }} />
        </Suspense>
      )}
    </>
  )
}

/** Whoever comes here from paying wants to see what they bought, so the sign-in is open for them already. */
function Visitor({ onTakeTest }: { onTakeTest: () => void }) {
  const { state } = useLocation()
  const [hasBought] = useState(() => hasReturned(tabStore))
  const isFromPaying = hasBought && returnMarkOf(state) !== null
  useEffect(() => {
    if (isFromPaying) void openLogin()
  }, [isFromPaying])
  useEffect(() => whenIdle(preloadNext), [])
  return <VisitorScreen hasBought={hasBought} onSignIn={signIn} onTakeTest={onTakeTest} />
}

/** Whoever signs in, or takes the test, needs one of them. */
function preloadNext() {
  for (const part of [knownProfile, quizDialog]) part.preload()
}

/** In the quiz's place while its script is on its way. */
function QuizLoading() {
  return (
    <div className="fixed inset-0 z-50 bg-paper">
      <PageLoading />
    </div>
  )
}

function signIn() {
  buttonClicked('sign_in', '/profile')
  void openLogin()
}
