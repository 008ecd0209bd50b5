import type { Page } from '@playwright/test'
import { QuizPage } from './quiz-page.ts'

/** Keeps the quiz's own script back until the answered function is called. */
export const holdScript = (page: Page) => hold(page, '**/assets/index-*.js')

/** Keeps files back until the answered function is called. */
export async function hold(page: Page, files: string): Promise<() => void> {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Waits until a page has run a script that it was kept from, and has drawn what came of it. */
export async function afterScript(page: Page, file: RegExp, release: () => void): Promise<void> {
  const response = page.waitForResponse(file)
  release()
  const url = (await response).url()
  await page.evaluate(async (script) => {
    await import(script)
    for (const _ of ['the frame that draws it', 'the next one']) await new Promise(requestAnimationFrame)
  }, url)
}

/** The first question, asked by HTML alone: the page's script is kept back until `release`. */
export async function openWithoutScript(page: Page): Promise<{ quiz: QuizPage; release: () => void }> {
  const release = await holdScript(page)
  const quiz = new QuizPage(page)
  await page.goto('/', { waitUntil: 'commit' })
  await quiz.step('welcome').getByRole('button').click()
  await quiz.expectAt('gender')
  return { quiz, release }
}
