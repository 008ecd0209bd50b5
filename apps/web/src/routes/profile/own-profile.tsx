import { profileTexts } from '@app/content/ru/ui/profile'
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { AttemptHistory } from '#web/features/profile/attempt-history.tsx'
import { earlierAttempts } from '#web/features/profile/earlier-attempts.ts'
import { type Profile, profileFromFinished } from '#web/features/profile/profile.ts'
import { ProfileLoading } from '#web/features/profile/profile-loading.tsx'
import { attemptsQuery, latestProfileQuery } from '#web/features/profile/profile-queries.ts'
import { EmptyProfile, LoadFailure } from '#web/features/profile/profile-states.tsx'
import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import { ResultFold } from '#web/features/result/result-fold.tsx'
import { focusResultTitle } from '#web/features/result/result-title.ts'
import { SaveNote } from '#web/features/result/save-note.tsx'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { useConfig } from '#web/lib/config.ts'
import { useDelivery } from '#web/lib/outbox/page-outbox.ts'
import { keepScrollAtTop } from '#web/lib/page/keep-scroll-at-top.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Cabinet } from './cabinet.tsx'
import { ProfileView } from './profile-view.tsx'
import { SunBand } from './sun-band.tsx'
import type { PurchasesSummary } from './use-purchases.ts'

type OwnProfileProps = {
  /** Null for a visitor who took the test in the cabinet. */
  person: Person | null
  /** The attempt that was just finished in the cabinet. */
  finished: FinishedAttempt | null
  onTakeTest: () => void
}

/** The cabinet of a signed-in user, and the result of an attempt that was just finished in it. */
export default function OwnProfile({ person, finished, onTakeTest }: OwnProfileProps) {
  return (
    <QueryClientProvider client={queryClient}>
      {finished ? (
        <FinishedHere person={person} finished={finished} onRetake={onTakeTest} />
      ) : (
        person && <Latest person={person} onTakeTest={onTakeTest} />
      )}
    </QueryClientProvider>
  )
}

/** The latest saved attempt. */
function Latest({ person, onTakeTest }: { person: Person; onTakeTest: () => void }) {
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
      onTakeTest={onTakeTest}
      result={(bought) =>
        data ? (
          <ProfileView
            profile={data}
            bought={bought}
            history={<History userId={person.id} onScreen={data} />}
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

type FinishedHereProps = { person: Person | null; finished: FinishedAttempt; onRetake: () => void }

/** The result of an attempt that may not be saved yet. */
function FinishedHere({ person, finished, onRetake }: FinishedHereProps) {
  const client = useQueryClient()
  const delivery = useDelivery(useConfig().apiUrl, finished.attemptId)
  const profile = useMemo(() => profileFromFinished(finished), [finished])
  const isSaved = delivery?.status === 'saved'
  const resultToken = isSaved ? delivery.resultToken : undefined

  useScrollToResultTop(finished.attemptId)
  useEffect(() => {
    if (isSaved) void client.invalidateQueries({ queryKey: queryKeys.leads })
  }, [isSaved, client])

  const view = (bought?: PurchasesSummary) => (
    <ProfileView
      profile={profile}
      resultToken={resultToken}
      bought={bought}
      note={delivery && <SaveNote delivery={delivery} attemptId={finished.attemptId} person={person} />}
      history={person && <History userId={person.id} onScreen={profile} />}
      onRetake={onRetake}
    />
  )
  return person ? <Cabinet person={person} opensWith="result" result={view} onTakeTest={onRetake} /> : view()
}

/** Shows a result from its top, with the focus at its title, since the test may be taken again from the end of an earlier result. */
function useScrollToResultTop(attemptId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt's result begins so
  useEffect(() => {
    // Removing the quiz's history entries restores an old scroll position.
    keepScrollAtTop(true)
    // The dialog hands the focus back first.
    const timer = setTimeout(focusResultTitle)
    return () => clearTimeout(timer)
  }, [attemptId])
}

/** Compares the attempt on screen with the user's earlier ones; renders nothing when there are none. */
function History({ userId, onScreen }: { userId: string; onScreen: Profile }) {
  const { data = [] } = useQuery(attemptsQuery(useConfig(), userId))
  const earlier = earlierAttempts(onScreen, data)
  if (earlier.length === 0) return null
  return (
    <ResultFold title={profileTexts.history.title}>
      <AttemptHistory newest={onScreen} earlier={earlier} />
    </ResultFold>
  )
}
