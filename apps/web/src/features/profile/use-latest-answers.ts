import type { QuizAnswers } from '@app/domain/quiz/answers'
import { useQuery } from '@tanstack/react-query'
import { latestProfileQuery } from '#web/features/profile/profile-queries.ts'
import { useConfig } from '#web/lib/config.ts'
import { useSession } from '#web/lib/session/session.ts'

/**
 * The answers of the newest attempt of whoever is signed in, once they are known: the result on
 * screen may be a friend's, or one of heavier days, and the server sells by both.
 */
export function useLatestAnswers(): Partial<QuizAnswers> | undefined {
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.person.id : null
  const { data } = useQuery({
    ...latestProfileQuery(useConfig(), userId ?? ''),
    enabled: userId !== null,
  })
  return data?.answers
}
