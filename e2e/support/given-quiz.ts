import type { StepId } from '@app/domain/quiz/steps'
import type { Person } from '@app/testing/people'
import type { Page } from '@playwright/test'

/** Opens the quiz where this person has left it on this device, without walking there. */
export async function givenQuizAt(
  page: Page,
  stepId: StepId,
  { answers }: { answers: Partial<Person['answers']> },
  path = '/',
) {
  // A file of the site, so that its storage can be written to before any of its pages reads it.
  await page.goto('/favicon.svg')
  await page.evaluate((attempt) => localStorage.setItem('yasny-den.quiz', JSON.stringify(attempt)), {
    version: 1,
    attemptId: crypto.randomUUID(),
    stepId,
    answers,
    savedAt: Date.now(),
  })
  await page.goto(path)
}
