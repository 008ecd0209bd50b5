import { lazyPart } from '#web/lib/lazy-part.ts'

/** What no visitor needs before the first question has answered; fetched as soon as they start. */
export const numberStep = lazyPart(() => import('./number-step.tsx'))
export const multiChoice = lazyPart(() => import('./multi-choice.tsx'))
export const contactForm = lazyPart(() => import('./contact-form.tsx'))
export const optionPicture = lazyPart(() => import('./option-picture.tsx'))
export const sunrisePanel = lazyPart(() => import('./sunrise-panel.tsx'))

export function preloadLaterSteps(): void {
  for (const { preload } of [numberStep, multiChoice, optionPicture, sunrisePanel, contactForm]) preload()
}
