import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { profileFromFinished } from '#web/features/profile/profile.ts'
import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import { focusResultTitle } from '#web/features/result/result-title.ts'
import { SaveNote } from '#web/features/result/save-note.tsx'
import { useConfig } from '#web/lib/config.ts'
import { useDelivery } from '#web/lib/outbox/page-outbox.ts'
import { keepAtTop } from '#web/lib/page/keep-at-top.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Cabinet } from './cabinet.tsx'
import { OwnHistory } from './own-history.tsx'
import { ProfileView } from './profile-view.tsx'
import type { Bought } from './use-bought.ts'

type TakenHereProps = { finished: FinishedAttempt; onRetake: () => void }

/** The result of an attempt that was just finished in the cabinet, whether or not it is saved yet. */
export function TakenHere({ finished, onRetake }: TakenHereProps) {
  const session = useSession()
  const client = useQueryClient()
  const delivery = useDelivery(useConfig().apiUrl, finished.attemptId)
  const person = session.status === 'signed-in' ? session.person : null
  const profile = useMemo(() => profileFromFinished(finished), [finished])
  const isSaved = delivery?.status === 'saved'
  const resultToken = isSaved ? delivery.resultToken : undefined

  useResultFromTop(finished.attemptId)
  useEffect(() => {
    if (isSaved) void client.invalidateQueries({ queryKey: queryKeys.leads })
  }, [isSaved, client])

  const view = (bought?: Bought) => (
    <ProfileView
      profile={profile}
      resultToken={resultToken}
      bought={bought}
      note={delivery && <SaveNote delivery={delivery} attemptId={finished.attemptId} person={person} />}
      history={person && <OwnHistory userId={person.id} onScreen={profile} />}
      onRetake={onRetake}
    />
  )
  return person ? <Cabinet person={person} opensWith="result" result={view} /> : view()
}

/** A result begins at its top, with the focus at its title: whoever took the test again did so from the end of an earlier one. */
function useResultFromTop(attemptId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt's result begins so
  useEffect(() => {
    // With the quiz's steps gone from its history, the browser brings the page to where it stood before them.
    keepAtTop(true)
    // The dialog hands the focus back first.
    const timer = setTimeout(focusResultTitle)
    return () => clearTimeout(timer)
  }, [attemptId])
}
