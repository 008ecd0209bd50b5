import { aigerim, freshEmail, timur } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { buySubscription } from './support/buy-subscription.ts'
import { expectFitForEveryone } from './support/everyone.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { QuizPage } from './support/quiz-page.ts'
import { SignInPage } from './support/sign-in-page.ts'
import { listLeads } from './support/signed-in.ts'

/**
 * All that may be left: that the device was forgotten, a visitor whom analytics has never seen before, and the mark of a device that
 * has signed in, which names nobody.
 */
const nothingOfAPerson = /^(yasny-den\.era|ph_.*|cookie known-device)$/

/** Every name under which this browser keeps something for the site, wherever it can. */
async function everythingStored(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies()
  const stored = await page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
    ...(await caches.keys()).map((name) => `cache ${name}`),
  ])
  return [...new Set([...stored, ...cookies.map(({ name }) => `cookie ${name}`)])].sort()
}

async function whoIsCounted(page: Page): Promise<unknown[]> {
  return page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([name]) => /^ph_.*_posthog$/.test(name))
      .map(([, value]) => [JSON.parse(value).distinct_id, JSON.parse(value).$device_id]),
  )
}

/**
 * Returns true when every error that waits to be told of has come since the device was forgotten:
 * it is the new visitor's. On a busy machine a file that is long in coming is one, and waits until
 * the visitor is past the first screen.
 */
async function areErrorsNew(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const errors: { timestamp: string }[] = JSON.parse(localStorage.getItem('yasny-den.errors') ?? '[]')
    return errors.every(({ timestamp }) => Date.parse(timestamp) > Number(localStorage['yasny-den.era']))
  })
}

async function expectNothingLeft(page: Page) {
  const left = async () => {
    const isNew = await areErrorsNew(page)
    return (await everythingStored(page)).filter(
      (name) => !nothingOfAPerson.test(name) && !(isNew && name === 'yasny-den.errors'),
    )
  }
  await expect.poll(left).toEqual([])
}

/** A result in a tab of its own, as the quiz leaves it. */
async function givenTabWithResult(page: Page): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto('/about')
  await tab.evaluate((answers) => {
    const result = { attemptId: crypto.randomUUID(), name: 'Айгерим', answers }
    sessionStorage.setItem('yasny-den.result', JSON.stringify(result))
  }, aigerim.answers)
  await tab.goto('/')
  await expect(new QuizPage(tab).result('A2')).toBeVisible()
  return tab
}

test('signing out forgets everything about the person, in every tab', async ({ page, request, mailbox }) => {
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await new SignInPage(page, mailbox).signIn(address)
  await buySubscription(page)
  const other = await givenTabWithResult(page)
  await page.goto('/')
  await new QuizPage(page).walk(timur, { until: 'height' })
  await expect.poll(() => whoIsCounted(page)).toHaveLength(1)
  const counted = await whoIsCounted(page)
  expect(await everythingStored(page)).toEqual(
    expect.arrayContaining(['supabase.auth.token', 'yasny-den.payment-intents', 'yasny-den.quiz']),
  )

  await page.getByRole('button', { name: /^Меню/ }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()

  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
    await expect(tab.locator('[data-step="welcome"]')).toBeVisible()
    await expectNothingLeft(tab)
  }
  for (const known of counted.flat()) expect((await whoIsCounted(page)).flat()).not.toContain(known)
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  const left = stored + JSON.stringify(await page.context().cookies())
  for (const known of [...counted.flat(), address, '/profile']) expect(left).not.toContain(known)
})

test('a visitor who never signed in has the device forget an unfinished test', async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(aigerim, { until: 'height' })
  const button = page.getByRole('contentinfo').getByRole('button', { name: 'Забыть это устройство' })
  await button.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Оставить' }).last().click()
  await expect(button).toBeFocused()
  await quiz.expectAt('height')

  await button.click()
  await expect(page.getByRole('dialog', { name: 'Забыть это устройство?' })).toBeVisible()
  await expectFitForEveryone(page, 'forget dialog')
  await page.getByRole('button', { name: 'Забыть', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Начать тест' })).toBeVisible()
  await expectNothingLeft(page)
  await page.goBack()
  await expect(quiz.step('height')).toBeHidden()
})

test('a tab that was asleep forgets when it wakes up', async ({ page }) => {
  const tab = await givenTabWithResult(page)
  await tab.goto('about:blank')
  await page.goto('/')
  await page.getByRole('button', { name: 'Забыть это устройство' }).click()
  await page.getByRole('button', { name: 'Забыть', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await tab.goBack()
  await expect(tab.locator('[data-step="welcome"]')).toBeVisible()
  await expectNothingLeft(tab)
})

test('a result that waits in another tab does not come back once it was forgotten', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR|Failed to load resource/)
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', timur)
  await quiz.fillContact(timur, freshEmail(timur))
  await page.context().route('**/api/leads', (route) => route.abort('connectionrefused'))
  await quiz.submit.click()
  await expect(quiz.result('C2')).toBeVisible()
  await expect.poll(() => everythingStored(page)).toContain('yasny-den.unsent')

  const other = await page.context().newPage()
  await other.goto('/privacy')
  await other.getByRole('button', { name: 'Забыть это устройство' }).click()
  await other.getByRole('button', { name: 'Забыть', exact: true }).click()
  await other.getByRole('button', { name: 'Стереть всё равно' }).click()
  for (const tab of [page, other]) {
    await expect(tab.locator('[data-step="welcome"]')).toBeVisible()
    await expectNothingLeft(tab)
  }
})

test('a result that is not saved yet is not dropped unasked', async ({
  page,
  request,
  mailbox,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR|Failed to load resource/)
  const email = freshEmail(timur)
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', timur)
  await quiz.fillContact(timur, email)
  await page.route('**/api/leads', (route) => route.abort('connectionrefused'))
  await quiz.submit.click()
  await expect(quiz.result('C2')).toBeVisible()

  const button = page.getByRole('contentinfo').getByRole('button', { name: 'Забыть это устройство' })
  await button.click()
  await page.getByRole('button', { name: 'Забыть', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Результат ещё не сохранён' })).toBeVisible()
  await expectFitForEveryone(page, 'forget dialog with an unsaved result')
  await page.getByRole('dialog').getByRole('button', { name: 'Оставить' }).last().click()
  await expect(quiz.result('C2')).toBeVisible()

  await page.unroute('**/api/leads')
  await button.click()
  await page.getByRole('button', { name: 'Забыть', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Начать тест' })).toBeVisible()
  await expectNothingLeft(page)
  expect(await listLeads(request, mailbox, email)).toHaveLength(1)
})
