import { aigerim, freshEmail, timur } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { CheckoutPage } from './support/checkout-page.ts'
import { expectFitForEveryone } from './support/everyone.ts'
import { expectKeptPlace } from './support/expect-kept-place.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { openKeeping } from './support/open-keeping.ts'
import { QuizPage } from './support/quiz-page.ts'
import { listLeads } from './support/signed-in.ts'

const saved = (page: Page) => page.getByText(/^Результат сохранён/)

async function finish(page: Page, person = aigerim): Promise<{ quiz: QuizPage; email: string }> {
  const quiz = new QuizPage(page)
  const email = freshEmail(person)
  await givenQuizAt(page, 'contact', person)
  await quiz.fillContact(person, email)
  await quiz.submit.click()
  return { quiz, email }
}

test('a purchase after a reload belongs to the result on screen', async ({ page }) => {
  const { quiz, email } = await finish(page)
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(quiz.result('A2')).toBeVisible()
  await expect(saved(page)).toBeVisible()

  const checkout = page.waitForRequest('**/api/payment/checkout')
  await new CheckoutPage(page).goToPay('subscription', { email })
  expect((await checkout).postDataJSON().resultToken).toMatch(/^[\w-]{32}$/)
})

test('what another page of the tab heard of the saving is known on the result', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR|Failed to load resource/)
  await page.route('**/api/leads', (route) => route.abort('connectionrefused'))
  const { quiz } = await finish(page)
  await expect(quiz.result('A2')).toBeVisible()
  await page.unroute('**/api/leads')

  const sent = page.waitForResponse((response) => response.url().endsWith('/api/leads') && response.ok())
  await page.goto('/about')
  await sent
  await page.goto('/')
  await expect(saved(page)).toBeVisible()
})

test('a result that another tab delivered is known as saved here too', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR|Failed to load resource/)
  await page.route('**/api/leads', (route) => route.abort('connectionrefused'))
  const { quiz } = await finish(page)
  await expect(quiz.result('A2')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('yasny-den.outbox'))).not.toBeNull()
  await page.unroute('**/api/leads')

  const other = await page.context().newPage()
  await other.goto('/about')
  await expect(saved(page)).toBeVisible({ timeout: 20_000 })
  const left = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
  expect(left).toContain('yasny-den.receipt')
  expect(left).not.toContain('yasny-den.unsent')
  expect(await other.evaluate(() => Object.keys(sessionStorage))).not.toContain('yasny-den.receipt')
})

test('a failed payment leads back to the offers, and Back opens the result to nobody after forgetting', async ({
  page,
}) => {
  const { email } = await finish(page)
  await expect(saved(page)).toBeVisible()
  await new CheckoutPage(page).goToPay('subscription', { email })
  await expect(page.getByRole('button', { name: /^Оплатить/ })).toBeVisible()
  await page.goto('/payment_failed')
  await page.getByRole('link', { name: 'Начать покупку заново' }).click()
  await expect(page.locator('#pricing-section')).toBeInViewport()
  await expect(page).toHaveURL(/\/#pricing-section$/)

  await page.getByRole('button', { name: 'Забыть это устройство' }).click()
  await page.getByRole('button', { name: 'Забыть', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Начать тест' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(aigerim.name)).toHaveCount(0)
})

test('whoever comes back from the payment page goes on with the same order', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const email = freshEmail(timur)
  const { resultToken } = await givenLead(request, timur, email)
  await page.goto(`/profile?result=${resultToken}`)
  const orderNumber = () => new URL(page.url()).searchParams.get('InvId')
  await new CheckoutPage(page).goToPay('consultation', { email })
  const pay = page.getByRole('button', { name: /^Оплатить\s50\s000/ })
  await expect(pay).toBeVisible()
  const placed = orderNumber()
  expect(placed).toMatch(/^\d+$/)

  await page.goBack()
  await page.locator('#pricing-section').getByRole('button', { name: 'Продолжить оплату' }).click()
  await expect(pay).toBeVisible()
  expect(orderNumber()).toBe(placed)

  await pay.click()
  await expect(page.locator('[data-standing="confirmed"]')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toMatch(/secret|invId/)
  await page.reload()
  await expect(page.locator('[data-standing="confirmed"]')).toBeVisible()
  await page.goto(`/profile?result=${resultToken}`)
  await expect(page.getByText(/^Вы\sуже оформили заказ/)).toBeVisible()
  await page.getByRole('link', { name: 'Посмотреть заказ' }).click()
  await expect(page.locator('[data-standing="confirmed"]')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Продолжить оплату' })).toHaveCount(0)
})

for (const name of ['SecurityError', 'QuotaExceededError']) {
  test(`where storing ends in a ${name}, the result is sent all the same, and the page says what will not survive`, async ({
    page,
  }) => {
    await page.addInitScript((errorName) => {
      const refuse = () => {
        throw new DOMException('', errorName)
      }
      Storage.prototype.setItem = refuse
      if (errorName === 'SecurityError') Storage.prototype.getItem = refuse
    }, name)
    const quiz = new QuizPage(page)
    await quiz.open()
    await quiz.walk(timur, { until: 'height' })
    await expect(page.getByText(/^Этот браузер не\sдаёт сохранять ответы/)).toBeVisible()
    if (name === 'SecurityError') await expectFitForEveryone(page, 'nothing is kept', { wayOn: quiz.next })
    await quiz.walk(timur, { from: 'height' })
    await quiz.fillContact(timur, freshEmail(timur))
    await quiz.submit.click()

    await expect(quiz.result('C2')).toBeVisible()
    await expect(saved(page)).toBeVisible()
  })
}

test('of two tabs, neither goes on from what it knew before', async ({ page }) => {
  await givenQuizAt(page, 'age', aigerim)
  const first = new QuizPage(page)
  await first.expectAt('age')
  const other = await page.context().newPage()
  const second = new QuizPage(other)
  await second.open()
  await second.expectAt('age')

  await second.option('age', '50-59').click({ force: true })
  await second.expectAt('height')
  await first.expectAt('height')
  await first.back.click()
  await expect(first.option('age', '50-59')).toBeChecked()
})

test('what was agreed to beside some answers is asked again beside those of another tab', async ({
  page,
}) => {
  await givenQuizAt(page, 'contact', aigerim)
  const first = new QuizPage(page)
  await first.consent.check()
  const other = await page.context().newPage()
  const second = new QuizPage(other)
  await second.open()
  await second.expectAt('contact')

  await second.back.click()
  await second.option('consultation', 'no').click({ force: true })
  await second.expectAt('contact')
  await first.expectAt('contact')
  await expect(first.consent).not.toBeChecked()
})

test('what starting over wipes can be brought back for a moment', async ({ page }) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'goals', aigerim)
  await page.getByRole('button', { name: 'Начать заново' }).click()
  await quiz.expectAt('welcome')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('yasny-den.quiz'))).toBeNull()

  await page.getByRole('button', { name: 'Вернуть' }).click()
  await quiz.expectAt('goals')
  await page.goBack()
  await quiz.expectAt('health-issues')
  await expect(quiz.option('healthIssues', 'fatigue')).toBeChecked({
    checked: aigerim.answers.healthIssues.includes('fatigue'),
  })
  await page.reload()
  await quiz.expectAt('health-issues')
})

test('Back from the result finds the contact as it was typed, and a reload stays there', async ({ page }) => {
  const { quiz, email } = await finish(page)
  await expect(quiz.result('A2')).toBeVisible()
  await page.goBack()
  await quiz.expectAt('contact')
  await expect(page.getByRole('textbox', { name: 'Почта' })).toHaveValue(email)
  await expect(page.getByRole('textbox', { name: 'Телефон' })).toHaveValue(aigerim.phone)

  await page.reload()
  await page.locator('html[data-ready]').waitFor()
  await quiz.expectAt('contact')
  await expect(page.getByRole('textbox', { name: 'Почта' })).toHaveValue(email)
})

test('Back from the middle of a result opens the contact at its top', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 })
  const { quiz } = await finish(page)
  await expect(saved(page)).toBeVisible()
  await page.evaluate(() => scrollTo(0, 430))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(430)
  await page.goBack()
  await quiz.expectAt('contact')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a result that is reloaded half way down stands there again', async ({ page }) => {
  await finish(page)
  await expect(saved(page)).toBeVisible()
  await expectKeptPlace(page)
})

test('also on an entry that was laid while it was read', async ({ page }) => {
  await finish(page)
  await expect(saved(page)).toBeVisible()
  const before = await page.evaluate(() => history.state.idx)
  await page.getByRole('link', { name: 'Ясный день, на главную' }).click()
  await expect.poll(() => page.evaluate(() => history.state.idx)).not.toBe(before)
  await expectKeptPlace(page)
})

test('a result that Forward leads to again stands where it was left', async ({ page }) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  await quiz.submit.click()
  const end = page.getByRole('button', { name: 'Пройти тест заново' })
  await expect(end).toBeVisible()
  await end.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(2000)
  await page.goBack()
  await quiz.expectAt('contact')
  await page.goForward()
  await expect(page.locator('[data-subcategory]')).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(left - 300)
})

test('answers changed after a result are a lead of their own, for whichever tab goes on with them', async ({
  page,
  mailbox,
  request,
}) => {
  const { quiz, email: hers } = await finish(page)
  await expect(saved(page)).toBeVisible()
  await quiz.changeAfterResult()

  const other = await page.context().newPage()
  const second = new QuizPage(other)
  await second.open()
  await second.expectAt('contact')
  const his = freshEmail(timur)
  await second.fillContact(timur, his)
  await second.submit.click()
  await expect(saved(other)).toBeVisible()

  await quiz.consent.check({ force: true })
  await quiz.submit.click()
  await expect(saved(page)).toBeVisible()
  expect(await listLeads(request, mailbox, his)).toHaveLength(1)
  expect(await listLeads(request, mailbox, hers)).toHaveLength(2)
})

test('a result looked back from and submitted again as it was stays one lead', async ({
  page,
  mailbox,
  request,
}) => {
  const { quiz, email } = await finish(page)
  await expect(saved(page)).toBeVisible()
  await page.goBack()
  await quiz.expectAt('contact')
  await page.goBack()
  await quiz.expectAt('consultation')
  expect(await page.evaluate(() => localStorage.getItem('yasny-den.quiz'))).toBeNull()
  await page.reload()
  await page.locator('html[data-ready]').waitFor()
  await quiz.expectAt('consultation')
  await quiz.next.click()
  await quiz.expectAt('contact')
  await quiz.consent.check({ force: true })
  await quiz.submit.click()
  await expect(saved(page)).toBeVisible()
  expect(await listLeads(request, mailbox, email)).toHaveLength(1)
})

test('an attempt whose id another contact was saved under is saved all the same, once', async ({
  page,
  mailbox,
  request,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 409|net::ERR_CONNECTION_RESET/)
  const taken = page.waitForRequest('**/api/leads')
  await finish(page)
  await expect(saved(page)).toBeVisible()
  const { attemptId } = (await taken).postDataJSON()

  const other = await page.context().newPage()
  const attempt = { version: 1, attemptId, stepId: 'contact', answers: timur.answers, savedAt: Date.now() }
  await openKeeping(other, '/', 'yasny-den.quiz', JSON.stringify(attempt))
  const second = new QuizPage(other)
  await second.expectAt('contact')
  const his = freshEmail(timur)
  await second.fillContact(timur, his)
  // The answer that it is saved is lost on the way, and the page is reloaded: it is sent again.
  let isLost = false
  await other.route('**/api/leads', async (route) => {
    if (isLost || route.request().postDataJSON().attemptId === attemptId) return route.continue()
    await route.fetch()
    isLost = true
    return route.abort('connectionreset')
  })
  await second.submit.click()
  await expect(second.result('C2')).toBeVisible()
  await expect.poll(() => isLost).toBe(true)
  await other.reload()
  await expect(saved(other)).toBeVisible()
  await other.reload()
  await expect(saved(other)).toBeVisible()
  expect(await listLeads(request, mailbox, his)).toHaveLength(1)
})

test('a phone typed as people say it is sent whole, and one with a digit too few is not', async ({
  page,
}) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', timur)
  await quiz.fillContact({ ...timur, phone: '' }, freshEmail(timur))
  const phone = page.getByRole('textbox', { name: 'Телефон' })
  await phone.pressSequentially('+7701555039')
  await quiz.submit.click()
  await expect(page.getByText(/Не\sхватает цифр: после \+7/)).toBeVisible()
  await expect(phone).toBeFocused()

  await phone.fill('')
  await phone.pressSequentially('7015550390')
  const sent = page.waitForRequest('**/api/leads')
  await quiz.submit.click()
  expect((await sent).postDataJSON().contact.phone).toBe('+77015550390')
  await expect(quiz.result('C2')).toBeVisible()
})

test('a second tap on the next question, before anybody can have read it, answers nothing', async ({
  page,
}) => {
  const quiz = new QuizPage(page)
  const { bodyHeaviness: _open, ...answers } = aigerim.answers
  await givenQuizAt(page, 'feeling-cold', { answers })
  await quiz.expectAt('feeling-cold')
  await page.evaluate(async () => {
    const middle = (step: string) => document.querySelector(`[data-step="${step}"] input[value="1"]`)
    /** Presses, at a moment of the page's clock; answers which. */
    const tap = (on: Element | null, at = performance.now()) => {
      const press = { bubbles: true, cancelable: true, detail: 1, clientX: 200, clientY: 400 }
      const event = new MouseEvent('click', press)
      Object.defineProperty(event, 'timeStamp', { value: at })
      on?.dispatchEvent(event)
      return at
    }
    let before = tap(middle('feeling-cold'))
    // The finger goes on tapping.
    while (!middle('body-heaviness')?.checkVisibility()) {
      before = tap(document.body)
      await new Promise(requestAnimationFrame)
    }
    // In the next frame after the step has come; where frames take long, as soon after the tap before as elsewhere, though the step may come later than that.
    await new Promise(requestAnimationFrame)
    tap(middle('body-heaviness'), Math.min(performance.now(), before + 400))
  })
  await quiz.expectAt('body-heaviness')
  await expect(quiz.step('body-heaviness').getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(quiz.next).toBeDisabled()
})

test('the title names the step, and the logo leads to the first screen, from where the test goes on', async ({
  page,
}) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'goals', aigerim)
  await quiz.expectAt('goals')
  await expect(page).toHaveTitle(/^Шаг 8 из\s25\. /)
  await page.getByRole('link', { name: /на главную$/ }).click()
  await quiz.expectAt('welcome')
  await page.getByRole('button', { name: 'Продолжить тест' }).click()
  await expect(page).toHaveTitle(/^Шаг 25 из\s25\. /)
  await quiz.back.click()
  await expect(page).toHaveTitle(/^Шаг 24 из\s25\. /)
})

test('men are not offered what only women have', async ({ page }) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'health-issues', timur)
  await quiz.expectAt('health-issues')
  await expect(page.getByRole('checkbox')).toHaveCount(9)
  await expect(page.getByText(/ПМС/)).toHaveCount(0)
})

test('a contact is typed once: a reload and Back from the payment page keep it, and forgetting the device does not', async ({
  page,
}) => {
  const email = freshEmail(timur)
  const result = `/profile?data=${encodeURIComponent(JSON.stringify(timur.answers))}`
  const checkout = new CheckoutPage(page)
  const phone = checkout.sheet.getByLabel(/^Телефон/)
  await page.goto(result)
  await checkout.payButton('subscription').click()
  await checkout.fill({ phone: '+77015550390', email })

  await page.reload()
  await checkout.payButton('subscription').click()
  await expect(phone).toHaveValue('+77015550390')
  await checkout.submit.click()
  await expect(page.getByRole('button', { name: /^Оплатить\s5\s000/ })).toBeVisible()
  await page.goBack()
  await checkout.payButton('subscription').click()
  await expect(phone).toHaveValue('+77015550390')
  await expect(checkout.sheet.getByLabel('Почта')).toHaveValue(email)

  await page.goto(result)
  await page.getByRole('button', { name: /WhatsApp/ }).click()
  const number = page.getByLabel('Номер в WhatsApp')
  await expect(number).toHaveValue('+77015550390')
  await number.fill('+77010000002')
  await page.reload()
  await page.getByRole('button', { name: /WhatsApp/ }).click()
  // What one checklist was to go to may be another person's, and is no contact of theirs.
  await expect(number).toHaveValue('+77015550390')

  await page.getByRole('contentinfo').getByRole('button', { name: 'Забыть это устройство' }).click()
  await page.getByRole('button', { name: 'Забыть', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Начать тест' })).toBeVisible()
  await page.goto(result)
  await checkout.payButton('subscription').click()
  await expect(phone).toHaveValue('')
})
