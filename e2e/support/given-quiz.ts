import type { StepId } from '@app/domain/quiz/steps'
import type { Person } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { openKeeping } from './open-keeping.ts'

/** Opens the quiz where this person has left it on this device, without walking there. */
export async function givenQuizAt(
  page: Page,
  stepId: StepId,
  { answers }: { answers: Partial<Person['answers']> },
  path = '/',
) {
  const attempt = { version: 1, attemptId: crypto.randomUUID(), stepId, answers, savedAt: Date.now() }
  await openKeeping(page, path, 'yasny-den.quiz', JSON.stringify(attempt))
}

/** Opens the result that this tab has just come to, without walking there. */
export async function givenResult(page: Page, { name, answers }: Person) {
  const kept = await page.addInitScript(
    (attempt) =>
      sessionStorage.setItem(
        'yasny-den.result',
        JSON.stringify({ attemptId: crypto.randomUUID(), ...attempt }),
      ),
    { name, answers },
  )
  await page.goto('/')
  await kept.dispose()
}
