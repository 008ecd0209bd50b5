import { profileTexts } from '@app/content/ru/ui/profile'
import { useQuery } from '@tanstack/react-query'
import { AttemptHistory } from '#web/features/profile/attempt-history.tsx'
import { attemptsQuery } from '#web/features/profile/profile-queries.ts'
import { ResultSection } from '#web/features/result/result-section.tsx'
import { useConfig } from '#web/lib/config.ts'

/** The user's earlier attempts; nothing for whoever has taken the test once. */
export function OwnHistory({ userId }: { userId: string }) {
  const { data } = useQuery(attemptsQuery(useConfig(), userId))
  if (!data || data.length < 2) return null
  return (
    <ResultSection title={profileTexts.history.title}>
      <AttemptHistory attempts={data} />
    </ResultSection>
  )
}
