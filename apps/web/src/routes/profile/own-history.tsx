import { profileTexts } from '@app/content/ru/ui/profile'
import { useQuery } from '@tanstack/react-query'
import { AttemptHistory } from '#web/features/profile/attempt-history.tsx'
import { earlierAttempts } from '#web/features/profile/earlier-attempts.ts'
import type { Profile } from '#web/features/profile/profile.ts'
import { attemptsQuery } from '#web/features/profile/profile-queries.ts'
import { ResultSection } from '#web/features/result/result-section.tsx'
import { useConfig } from '#web/lib/config.ts'

type OwnHistoryProps = { userId: string; onScreen: Profile }

/** How the attempt on screen differs from the user's earlier ones; nothing for whoever has taken the test once. */
export function OwnHistory({ userId, onScreen }: OwnHistoryProps) {
  const { data = [] } = useQuery(attemptsQuery(useConfig(), userId))
  const earlier = earlierAttempts(onScreen, data)
  if (earlier.length === 0) return null
  return (
    <ResultSection title={profileTexts.history.title}>
      <AttemptHistory newest={onScreen} earlier={earlier} />
    </ResultSection>
  )
}
