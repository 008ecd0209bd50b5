import { pagePart } from '#web/lib/page/lazy-part.tsx'

/** What no visitor needs before the first questions have answered; all of it in one script, fetched in idle time. */
const all = () => import('./all-later-steps.ts')

export const numberStep = pagePart(async () => ({ default: (await all()).NumberStep }))
export const multiChoice = pagePart(async () => ({ default: (await all()).MultiChoice }))
export const contactForm = pagePart(async () => ({ default: (await all()).ContactForm }))
export const optionPicture = pagePart(async () => ({ default: (await all()).OptionPicture }))
export const halfwayCard = pagePart(async () => ({ default: (await all()).HalfwayCard }))
export const laterScene = pagePart(async () => ({ default: (await all()).LaterScene }))
export const undoNote = pagePart(async () => ({ default: (await all()).UndoNote }))

const parts = [numberStep, multiChoice, optionPicture, contactForm, halfwayCard, laterScene, undoNote]

let isBegun = false

/** Fetches them ahead of need, and begins to follow other tabs and to tell of the visit. Only where the quiz is on the page. */
export function beginLaterSteps(): void {
  for (const { preload } of parts) preload()
  if (isBegun) return
  isBegun = true
  void all().then(
    ({ followTabs, tellVisits }) => {
      followTabs()
      tellVisits()
    },
    () => {
      isBegun = false
    },
  )
}
