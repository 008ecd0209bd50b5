import { visibleSteps } from '@app/domain/quiz/steps'
import { aigerim, freshEmail } from '@app/testing/people'
import { CheckoutPage } from './support/checkout-page.ts'
import { expectFitForEveryone, problemsForEveryone } from './support/everyone.ts'
import { contrastOverPicture } from './support/faults/picture-contrast.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { openTab } from './support/open-tab.ts'
import { QuizPage } from './support/quiz-page.ts'
import { SignInPage } from './support/sign-in-page.ts'
import { givenSession } from './support/signed-in.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('the look itself sees what shuts somebody out', async ({ page }) => {
  await givenQuizAt(page, 'health-issues', aigerim)
  await new QuizPage(page).expectAt('health-issues')
  await page.addStyleTag({
    content: `
      #health-issues-hint { color: #bbb; min-width: 400px }
      @media (prefers-color-scheme: dark) { [data-step] summary { color: #222 } }
      @media (forced-colors: active) {
        #root button { border: 0 !important }
        #root label { border: 1px solid CanvasText !important }
        #root [role="progressbar"] > span { background: Canvas !important }
        #root :is(summary, a, input, button, label) { outline: none !important }
      }
      @media (max-width: 330px) { form > * > :last-child { position: static !important; margin-top: 60rem } }`,
  })
  const found = (await problemsForEveryone(page, { wayOn: new QuizPage(page).next })).join('\n')
  for (const problem of [
    /axe: color-contrast at #health-issues-hint/,
    /dark: color-contrast at .*summary/,
    /forced colours: button «Далее» has no edge/,
    /forced colours: label «Усталость.* looks the same when ticked/,
    /forced colours: how far one is cannot be seen/,
    /forced colours: the focus on button «Назад» cannot be seen/,
    /at 320 px: html scrolls sideways/,
    /at 320 px: «Можно выбрать.*» is cut off/,
    /at 320 px: the way on is off the screen/,
  ]) {
    expect(found).toMatch(problem)
  }
})

test('the first screen is for everyone, and its words lie on nothing they cannot be read on', async ({
  page,
}) => {
  await page.goto('/')
  await expectFitForEveryone(page, 'welcome', { wayOn: page.getByRole('button', { name: 'Начать тест' }) })
  // What stands in the button's place while a script is lost is looked at where it is seen, in `first-page.spec.ts`.
  const words = page.locator('[data-step="welcome"] :is(h1, p, li)').filter({ visible: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of [
      [844, 390],
      [375, 667],
      [320, 256],
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const { text, ratio } of await contrastOverPicture(page, words)) {
        expect(ratio, `«${text}» at ${width}x${height}, ${colorScheme}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  }
})

const steps = visibleSteps(aigerim.answers)
  .map(({ id }) => id)
  .filter((id) => id !== 'welcome')
for (const [name, ids] of [
  ['the first half of the questions', steps.slice(0, 12)],
  ['the second half of the questions', steps.slice(12)],
] as const) {
  test(`${name} is for everyone`, async ({ page }) => {
    const quiz = new QuizPage(page)
    const [first = 'gender'] = ids
    await givenQuizAt(page, first, aigerim)
    for (const id of ids) {
      await quiz.expectAt(id)
      if (id === 'health-issues') await quiz.option('healthIssues', 'other').press('Space')
      await expectFitForEveryone(page, id, { wayOn: id === 'contact' ? quiz.submit : quiz.next })
      if (id !== ids.at(-1)) await quiz.next.click()
    }
  })
}

test('the end of the quiz and its result are for everyone', { tag: '@core' }, async ({ page }) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
  await quiz.submit.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectFitForEveryone(page, 'contact with errors', { wayOn: quiz.submit })

  await quiz.fillContact(aigerim, freshEmail(aigerim))
  await quiz.submit.click()
  await expect(page.getByText(/^Результат сохранён/)).toBeVisible()
  await expectFitForEveryone(page, 'result')
  await page.getByRole('button', { name: /WhatsApp/ }).click()
  const checkout = new CheckoutPage(page)
  await checkout.payButton('subscription').click()
  await expect(checkout.sheet).toBeVisible()
  await expectFitForEveryone(page, 'checkout')
})

test.describe('pages', () => {
  test.use({ expectedConsoleErrors: [/404/] })

  test('to be read, and those that say what went wrong, are for everyone', { tag: '@core' }, async ({
    page,
  }) => {
    for (const [path, heading] of [
      ['/about', /О нас/],
      ['/privacy', /Политика/],
      ['/terms', /Оферта|Условия/i],
      ['/nowhere', /./],
      ['/payment_success', /./],
      ['/payment_failed', /./],
      ['/profile', /Здесь живут/],
      ['/profile?data={', /./],
      ['/misc', /./],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expectFitForEveryone(page, path)
    }
  })
})

test('signing in is for everyone', async ({ page, mailbox }) => {
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await expectFitForEveryone(page, 'address')
  await page.getByRole('button', { name: 'Войти по паролю' }).click()
  await expect(signIn.dialog.getByLabel('Пароль', { exact: true })).toBeVisible()
  await expectFitForEveryone(page, 'password')
  await signIn.open()
  await signIn.askForCode(freshEmail(aigerim))
  await expectFitForEveryone(page, 'code')
})

test('the cabinet, before and after a purchase, is for everyone', { tag: '@core' }, async ({
  page,
  request,
  mailbox,
}) => {
  const email = freshEmail(aigerim)
  await givenLead(request, aigerim, email)
  await givenSession(page, mailbox, email)
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Да, я' })).toBeVisible()
  await page.getByRole('button', { name: /^Меню/ }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expectFitForEveryone(page, 'menu')
  await page.keyboard.press('Escape')
  await expectFitForEveryone(page, 'cabinet')
  await openTab(page, 'Аккаунт')
  await expect(page.locator('[data-consent="health"]')).toBeVisible()
  await expectFitForEveryone(page, 'account')
  await openTab(page, 'Результат')

  await new CheckoutPage(page).goToPay('subscription', { claim: true })
  await page.getByRole('button', { name: /^Оплатить\s5\s000/ }).click()
  await expect(page.locator('[data-standing="confirmed"]')).toBeVisible()
  await expectFitForEveryone(page, 'paid')
  await page.getByRole('link', { name: 'Открыть программу' }).click()
  await expect(page.getByText(/^Первое сообщение придёт/)).toBeVisible()
  await expectFitForEveryone(page, 'cabinet of a buyer')

  await openTab(page, 'Результат')
  await page.getByRole('button', { name: 'Пройти тест ещё раз' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectFitForEveryone(page, 'quiz over the cabinet')
})
