import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#web/lib/query-client.ts'
import { DataProfile } from './data-profile.tsx'
import type { Known } from './known-parts.ts'
import { SharedProfile } from './shared-profile.tsx'
import { TakenHere } from './taken-here.tsx'
import { UserProfile } from './user-profile.tsx'

export { QuizDialog } from './quiz-dialog.tsx'

/** The profile of whomever the address, the session or a finished attempt names. */
export function KnownProfile({ known }: { known: Known }) {
  return (
    <QueryClientProvider client={queryClient}>
      {known.kind === 'data' && <DataProfile text={known.text} />}
      {known.kind === 'token' && <SharedProfile token={known.token} />}
      {known.kind === 'taken' && <TakenHere finished={known.finished} onRetake={known.onRetake} />}
      {known.kind === 'person' && <UserProfile person={known.person} onTakeTest={known.onTakeTest} />}
    </QueryClientProvider>
  )
}
