import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#web/lib/query-client.ts'
import type { Known } from './known.ts'
import { TakenHere } from './taken-here.tsx'
import { UserProfile } from './user-profile.tsx'

export { QuizDialog } from './quiz-dialog.tsx'

/** The profile of whomever the session or a finished attempt names. */
export function KnownProfile({ known }: { known: Known }) {
  return (
    <QueryClientProvider client={queryClient}>
      {known.kind === 'taken' ? (
        <TakenHere finished={known.finished} onRetake={known.onRetake} />
      ) : (
        <UserProfile person={known.person} onTakeTest={known.onTakeTest} />
      )}
    </QueryClientProvider>
  )
}
