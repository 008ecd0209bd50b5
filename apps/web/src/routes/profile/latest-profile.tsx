import { profileTexts } from '@app/content/ru/ui/profile'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { openLogin } from '#web/features/auth/login/login-request.ts'
import { hasReturned, returnMarkOf } from '#web/features/payment/payment-return.ts'
import { latestProfileQuery } from '#web/features/profile/profile-queries.ts'
import { EmptyProfile, LoadFailure, ProfileLoading } from '#web/features/profile/profile-states.tsx'
import { UndoNote } from '#web/features/quiz/history/undo-note.tsx'
import { useIsWiped } from '#web/features/quiz/store/use-quiz.ts'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { tabStore } from '#web/lib/browser-storage.ts'
import { useConfig } from '#web/lib/config.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Cabinet } from './cabinet.tsx'
import { OwnHistory } from './own-history.tsx'
import { ProfileView } from './profile-view.tsx'
import { QuizDialog, useQuizDialog } from './quiz-dialog.tsx'
import { SunBand } from './sun-band.tsx'
import { TakenHere } from './taken-here.tsx'
import { VisitorScreen } from './visitor-screen.tsx'

/** The cabinet of whoever is signed in; to a visitor it offers to sign in or to take the test. */
export function LatestProfile() {
  const session = useSession()
  const quiz = useQuizDialog()
  const isWiped = useIsWiped()

  if (session.status === 'unknown') return <ProfileLoading />
  return (
    <>
      {quiz.finished ? (
        <TakenHere finished={quiz.finished} onRetake={quiz.open} />
      ) : session.status === 'signed-in' ? (
        <UserProfile person={session.person} onTakeTest={quiz.open} />
      ) : (
        <Visitor onTakeTest={quiz.open} />
      )}
      {isWiped && !quiz.isOpen && <UndoNote onUndo={quiz.undoRestart} />}
      {quiz.isOpen && <QuizDialog onClose={quiz.close} onFinished={quiz.finish} />}
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
  return <VisitorScreen hasBought={hasBought} onSignIn={signIn} onTakeTest={onTakeTest} />
}

function signIn() {
  buttonClicked('sign_in', '/profile')
  void openLogin()
}

type UserProfileProps = { person: Person; onTakeTest: () => void }

function UserProfile({ person, onTakeTest }: UserProfileProps) {
  const { data, isPending, isError, refetch } = useQuery(latestProfileQuery(useConfig(), person.id))
  if (isPending) return <ProfileLoading />
  if (isError) {
    const retry = () => {
      buttonClicked('try_again', '/profile')
      void refetch()
    }
    return <LoadFailure what="cabinet" onRetry={retry} />
  }
  return (
    <Cabinet
      person={person}
      result={(bought) =>
        data ? (
          <ProfileView
            profile={data}
            bought={bought}
            history={<OwnHistory userId={person.id} onScreen={data} />}
            onRetake={onTakeTest}
          />
        ) : (
          <SunBand isInCabinet>
            <EmptyProfile>
              <Button size="lg" onClick={onTakeTest}>
                {profileTexts.takeTest}
              </Button>
            </EmptyProfile>
          </SunBand>
        )
      }
    />
  )
}
