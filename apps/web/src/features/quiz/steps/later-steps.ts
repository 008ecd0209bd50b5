import { pagePart } from '#web/lib/page/lazy-part.tsx'

/** Loads the later steps in one script, when idle. */
const loadLaterSteps = () => import('./all-later-steps.ts')

export const numberStep = pagePart(async () => ({ default: (await loadLaterSteps()).NumberStep }))
export const multiChoice = pagePart(async () => ({ default: (await loadLaterSteps()).MultiChoice }))
export const contactForm = pagePart(async () => ({ default: (await loadLaterSteps()).ContactForm }))
export const optionPicture = pagePart(async () => ({ default: (await loadLaterSteps()).OptionPicture }))
export const halfwayCard = pagePart(async () => ({ default: (await loadLaterSteps()).HalfwayCard }))
export const laterScene = pagePart(async () => ({ default: (await loadLaterSteps()).LaterScene }))
export const undoNote = pagePart(async () => ({ default: (await loadLaterSteps()).UndoNote }))

const laterParts = [numberStep, multiChoice, optionPicture, contactForm, halfwayCard, laterScene, undoNote]

let isLoadingStarted = false

/** Fetches them ahead of need, and begins to follow other tabs and to tell of the visit. Only where the quiz is on the page. */
export function preloadLaterSteps(): void {
  for (const { preload } of laterParts) preload()
  if (isLoadingStarted) return
  isLoadingStarted = true
  void loadLaterSteps().then(
    ({ followTabs, tellVisits }) => {
      followTabs()
      tellVisits()
    },
    () => {
      isLoadingStarted = false
    },
  )
}
