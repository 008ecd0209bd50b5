import { pagePart } from '#web/lib/lazy-part.tsx'

/** What no visitor needs before the first question has answered; fetched as soon as they start. */
export const numberStep = pagePart(() => import('./number-step.tsx'))
export const multiChoice = pagePart(() => import('./multi-choice.tsx'))
export const contactForm = pagePart(() => import('./contact-form.tsx'))
export const optionPicture = pagePart(() => import('./option-picture.tsx'))
export const sunrisePanel = pagePart(() => import('./sunrise-panel.tsx'))

export function preloadLaterSteps(): void {
  for (const { preload } of [numberStep, multiChoice, optionPicture, sunrisePanel, contactForm]) preload()
}
