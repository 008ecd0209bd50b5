import { pagePart } from '#web/lib/page/lazy-part.tsx'

/** Results, what belongs to them and the quiz over them, in a script of their own: a visitor reads and signs in without it. */
const all = () => import('./known-profile.tsx')

export const knownProfile = pagePart(async () => ({ default: (await all()).KnownProfile }))
export const quizDialog = pagePart(async () => ({ default: (await all()).QuizDialog }))

/** A result by its address. */
export const addressedProfile = pagePart(() => import('./addressed-profile.tsx'))
