import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import { pagePart } from '#web/lib/page/lazy-part.tsx'
import type { Person } from '#web/lib/session/session-storage.ts'

/** Whose profile is known, and from what. */
export type Known =
  /** From the address: the answers themselves, or what opens a saved result. */
  | { kind: 'data'; text: string }
  | { kind: 'token'; token: string }
  | { kind: 'person'; person: Person; onTakeTest: () => void }
  /** The attempt that was just finished over the cabinet. */
  | { kind: 'taken'; finished: FinishedAttempt; onRetake: () => void }

/** Results and what belongs to them come in a script of their own: a visitor signs in, or begins the test, without any. */
export const knownProfile = pagePart(() => import('./known-profile.tsx'))
