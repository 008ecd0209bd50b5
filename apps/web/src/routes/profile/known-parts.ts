import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import { pagePart } from '#web/lib/page/lazy-part.tsx'
import type { Person } from '#web/lib/session/session-storage.ts'

/** Whose profile is known, and from what. */
export type Known =
  | { kind: 'person'; person: Person; onTakeTest: () => void }
  /** The attempt that was just finished over the cabinet. */
  | { kind: 'taken'; finished: FinishedAttempt; onRetake: () => void }

/** Results, what belongs to them and the quiz over them, in a script of their own: a visitor reads and signs in without it. */
const all = () => import('./known-profile.tsx')

export const knownProfile = pagePart(async () => ({ default: (await all()).KnownProfile }))
export const quizDialog = pagePart(async () => ({ default: (await all()).QuizDialog }))

/** A result by its address. */
export const addressedProfile = pagePart(() => import('./addressed-profile.tsx'))
