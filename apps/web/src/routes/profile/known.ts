import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import type { Person } from '#web/lib/session/session-storage.ts'

/** Whose profile is known, and from what. */
export type Known =
  | { kind: 'person'; person: Person; onTakeTest: () => void }
  /** The attempt that was just finished over the cabinet. */
  | { kind: 'taken'; finished: FinishedAttempt; onRetake: () => void }
