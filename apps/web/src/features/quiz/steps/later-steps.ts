import { pagePart } from '#web/lib/page/lazy-part.tsx'

/** What no visitor needs before the first questions have answered; all of it in one script, fetched in idle time. */
const all = () => import('./all-later-steps.ts')

export const numberStep = pagePart(async () => ({ default: (await all()).NumberStep }))
export const multiChoice = pagePart(async () => ({ default: (await all()).MultiChoice }))
export const contactForm = pagePart(async () => ({ default: (await all()).ContactForm }))
export const optionPicture = pagePart(async () => ({ default: (await all()).OptionPicture }))
export const payOff = pagePart(async () => ({ default: (await all()).PayOff }))
export const quizFoot = pagePart(async () => ({ default: (await all()).QuizFoot }))
export const undoNote = pagePart(async () => ({ default: (await all()).UndoNote }))
export const sunrisePanel = pagePart(async () => ({ default: (await all()).SunrisePanel }))

const parts = [numberStep, multiChoice, optionPicture, sunrisePanel, contactForm, quizFoot, payOff, undoNote]

let isFollowing = false

/** Fetches them ahead of need. */
export function fetchLaterSteps(): void {
  for (const { preload } of parts) preload()
}

/** Fetches them, and begins what comes with them. Only where the quiz is on the page: it reads what this device keeps. */
export function beginLaterSteps(): void {
  fetchLaterSteps()
  if (isFollowing) return
  isFollowing = true
  void all().then(
    ({ beginLater }) => beginLater(),
    () => {
      isFollowing = false
    },
  )
}
