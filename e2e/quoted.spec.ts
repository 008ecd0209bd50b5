import { loginTexts } from '@app/content/ru/ui/login'
import { aigerim, freshEmail } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { hold } from './support/before-script.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { QuizPage } from './support/quiz-page.ts'
import { SignInPage } from './support/sign-in-page.ts'
import { givenCabinet } from './support/signed-in.ts'

/** Texts that the specification quotes are on the screen, letter for letter. Those of the panel are read in its own journeys. */
async function expectSaid(page: Page, ...texts: string[]) {
  for (const text of texts) {
    const shown = page.getByText(text).filter({ visible: true }).first()
    await expect.poll(() => shown.textContent(), { message: text }).toContain(text)
  }
}

test('of the error screen, and of a page that is not there', { tag: '@core' }, async ({ page }) => {
  await page.route('**/assets/about-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function About() { throw new Error("cannot be drawn") }',
    }),
  )
  await page.goto('/')
  await expect(page.locator('html[data-ready]')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'О нас' }).click()
  await expectSaid(
    page,
    'Something went wrong',
    "We're sorry, but something unexpected happened. Please try refreshing the page.",
    'Refresh Page',
    'Try Again',
  )
  await page.getByRole('contentinfo').getByRole('link', { name: 'Личный кабинет' }).click()
  await page.evaluate(() => history.pushState(null, '', '/nowhere'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await expectSaid(page, 'Oops! Page not found')
})

test('of a number that is out of bounds', async ({ page }) => {
  await givenQuizAt(page, 'height', aigerim)
  const field = page.getByRole('textbox')
  await field.fill('100')
  await page.keyboard.press('Enter')
  await expectSaid(page, 'Значение должно быть больше 120')
  await field.fill('300')
  await expectSaid(page, 'Значение должно быть меньше 250')
})

test('of the contact, and of its way to the server', async ({ page }) => {
  const quiz = new QuizPage(page)
  const release = await hold(page, '**/assets/home-result-*.js')
  await givenQuizAt(page, 'contact', aigerim)
  await quiz.submit.click()
  await expectSaid(page, 'Это поле обязательно для заполнения')
  await quiz.fillContact({ ...aigerim, phone: '+7701000' }, 'aigerim@')
  await quiz.submit.click()
  await expectSaid(page, 'Введите корректный email', 'Введите корректный номер телефона')
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  await quiz.submit.click()
  await expectSaid(page, 'Отправляем...')
  release()
  await expect(quiz.result('A2')).toBeVisible()
})

test('of signing in', async ({ page, mailbox }) => {
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await expectSaid(page, 'Войти в аккаунт')
  const release = await hold(page, '**/auth/v1/otp*')
  await signIn.email.fill(freshEmail(aigerim))
  await page.keyboard.press('Enter')
  await expectSaid(page, 'Подтвердите email', 'Отправляем код подтверждения на ваш email...')
  release()
  await expectSaid(page, 'Код подтверждения отправлен на ваш email')
  const again = signIn.dialog.getByRole('button', { name: loginTexts.code.resend })
  await again.click({ timeout: 90_000 })
  await expectSaid(page, 'Новый код подтверждения отправлен на ваш email')
})

test.describe('of what does not come', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('to the profile of a visitor', async ({ page }) => {
    await page.goto('/profile?data={')
    await expectSaid(page, 'Произошла ошибка при загрузке данных')
    await page.goto('/profile?result=nobody-has-this-one-0000000000000000')
    await expectSaid(page, 'Данные профиля не найдены.')
  })

  test('to a cabinet', async ({ page, request, mailbox }) => {
    const email = freshEmail(aigerim)
    await givenCabinet(page, mailbox, email)
    await expectSaid(page, 'Данные профиля не найдены. Пройдите тест сначала.')
    await page.route('**/rest/v1/quiz_leads*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.reload()
    await expectSaid(page, 'Ошибка при загрузке данных профиля')
    await page.unroute('**/rest/v1/quiz_leads*')

    await givenLead(request, aigerim, email)
    await page.route('**/rest/v1/quiz_leads*', async (route) => {
      const response = await route.fetch()
      const rows = (await response.json()) as object[]
      await route.fulfill({ response, json: rows.map((row) => ({ ...row, category: 'ZZ9' })) })
    })
    await page.reload()
    await expectSaid(page, 'subcategory unavailable', 'next steps unavailable')
    await page.getByRole('button', { name: 'Получить в WhatsApp' }).click()
    await page.route('**/api/contact', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByLabel('Номер в WhatsApp').fill('+77010009999')
    await page.getByRole('button', { name: 'Отправить' }).click()
    await expectSaid(page, 'Ошибка при обновлении номера телефона')
  })
})
