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

/** Keeps React from drawing after it has begun: it draws bit by bit, and asks for its next turn by a message to itself. */
export async function holdDrawing(page: Page) {
  await page.addInitScript(() => {
    const send = MessagePort.prototype.postMessage
    const held: (() => void)[] = []
    Object.assign(window, { held, isHolding: true })
    MessagePort.prototype.postMessage = function (...args: unknown[]) {
      const go = () => Reflect.apply(send, this, args)
      if (Reflect.get(window, 'isHolding')) held.push(go)
      else go()
    }
  })
  return {
    begun: () => page.waitForFunction(() => Reflect.get(window, 'held').length > 0),
    /** Draws until what was asked for is in the page, and no further. */
    until: (selector: string) =>
      page.waitForFunction((drawn) => {
        if (document.querySelector(drawn)) return true
        Reflect.get(window, 'held').shift()?.()
        return false
      }, selector),
    goOn: () =>
      page.evaluate(() => {
        Object.assign(window, { isHolding: false })
        for (const go of Reflect.get(window, 'held')) go()
      }),
  }
}

/** The first question, asked by `early.ts`: the quiz's own script is kept back until `release`. */
export async function openWithoutScript(page: Page): Promise<{ quiz: QuizPage; release: () => void }> {
  const release = await holdScript(page)
  const quiz = new QuizPage(page)
  await page.goto('/', { waitUntil: 'commit' })
  await quiz.step('welcome').getByRole('button').click()
  await quiz.expectAt('gender')
  return { quiz, release }
}
