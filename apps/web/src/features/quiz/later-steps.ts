import { pagePart } from '#web/lib/lazy-part.tsx'

/** What no visitor needs before the first questions have answered; all of it in one script, fetched in idle time. */
const all = () => import('./all-later-steps.ts')

export const numberStep = pagePart(async () => ({ default: (await all()).NumberStep }))
export const multiChoice = pagePart(async () => ({ default: (await all()).MultiChoice }))
export const contactForm = pagePart(async () => ({ default: (await all()).ContactForm }))
export const optionPicture = pagePart(async () => ({ default: (await all()).OptionPicture }))
export const sunrisePanel = pagePart(async () => ({ default: (await all()).SunrisePanel }))

export function preloadLaterSteps(): void {
  for (const { preload } of [numberStep, multiChoice, optionPicture, sunrisePanel, contactForm]) preload()
}
