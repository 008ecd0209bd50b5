import { sessionTexts } from '@app/content/ru/ui/sign-in/session'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { hold } from './support/before-script.ts'
import { buySubscription } from './support/buy-subscription.ts'
import { CheckoutPage } from './support/checkout-page.ts'
import { expectFitForEveryone } from './support/everyone.ts'
import { accessFaults } from './support/faults/access-faults.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { givenResult } from './support/given-quiz.ts'
import { inNewTab } from './support/in-new-tab.ts'
import { openTab } from './support/open-tab.ts'
import { pressEscape } from './support/press-escape.ts'
import { SignInPage } from './support/sign-in-page.ts'
import { givenCabinet } from './support/signed-in.ts'

function standing(page: Page, state: string) {
  return page.locator(`[data-standing="${state}"]`)
}

test('a consultation that was left on the card page is paid for from the cabinet, confirmed, and stands there', {
  tag: '@core',
}, async ({ page, request, mailbox }) => {
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)
  await expect(page.getByText(/Нажимая кнопку/), 'no sheet comes to say it').toHaveCount(1)
  await new CheckoutPage(page).payButton('consultation').click()
  const pay = page.getByRole('button', { name: /^Оплатить\s50\s000/ })
  await expect(pay).toBeVisible()
  const placed = new URL(page.url()).searchParams.get('InvId')
  await page.goto('/profile')
  await page
    .locator('[data-order-state="created"]')
    .getByRole('button', { name: 'Продолжить оплату' })
    .click()
  await expect(pay).toBeVisible()
  expect(new URL(page.url()).searchParams.get('InvId')).toBe(placed)
  await pay.click()

  await expect(page).toHaveURL(/\/payment_success$/)
  await expect(standing(page, 'confirmed')).toBeVisible()
  await expect(page.locator('[data-scheme="blue"]')).toBeVisible()
  await expect(page.getByText('1 час (1 session)', { exact: true })).toBeVisible()
  const chat = page.getByRole('link', { name: 'Написать в WhatsApp' })
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=/)

  await page.reload()
  await expect(standing(page, 'confirmed')).toBeVisible()
  await page.getByRole('link', { name: 'В личный кабинет' }).click()
  await expect(page.locator('[data-order-state="paid"]')).toContainText('Личная консультация')
  await openTab(page, 'Результат')
  await expect(new CheckoutPage(page).payButton('subscription')).toBeVisible()
  await expect(page.getByText(/зачтём в\sконсультацию/), 'nothing is left to count it towards').toHaveCount(0)
})

test('whom a doctor comes first for reads of it where they decide, are thanked and look at what they bought', async ({
  page,
  request,
  mailbox,
}) => {
  const address = freshEmail(aigerim)
  const checkout = new CheckoutPage(page)
  const word = page.getByText(/сначала\sстоит\sпоказаться\sврачу\. После разговора с\sним/)
  await page.goto(`/profile?data=${encodeURIComponent(JSON.stringify(aigerim.answers))}`)
  await expect(page.locator('#pricing-section').locator(word)).toBeVisible()
  await checkout.payButton('consultation').click()
  await expect(checkout.sheet.locator(word)).toBeVisible()

  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)
  await buySubscription(page)
  const wordThen = page.getByText(/сначала\sстоит\sпоказаться\sврачу\. Если\sвизит/)
  await expect(wordThen).toBeVisible()
  await expectFitForEveryone(page, 'thanks after a doctor')
  expect(page.url()).toMatch(/\/payment_success$/)
  await page.getByRole('link', { name: 'Открыть программу' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Программа' }).locator(wordThen)).toBeVisible()
  await expectFitForEveryone(page, 'a program after a doctor, bought')
})

test('whom no doctor comes first for is thanked and no more', async ({ page, request, mailbox }) => {
  const address = freshEmail(timur)
  await givenLead(request, timur, address)
  await givenCabinet(page, mailbox, address)
  await buySubscription(page)
  await expect(page.getByText('Что будет дальше')).toBeVisible()
  await expect(page.getByText(/показаться\sврачу/)).toHaveCount(0)
})

test('a visitor pays for the program from the result they were given', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const email = freshEmail(timur)
  const { resultToken } = await givenLead(request, timur, email)
  await page.goto(`/profile?result=${resultToken}`)
  const checkout = new CheckoutPage(page)
  await checkout.payButton('subscription').click()
  await expect(checkout.sheet).toContainText(/Программа\sпо\sвашему\sрезультату/)
  await expect(checkout.sheet.getByRole('region', { name: /^Вы\sпокупаете/ })).toContainText(/5\s000\s₸/)
  await checkout.submit.click()
  await expect(checkout.sheet.getByText('Напишите номер телефона')).toBeVisible()
  await expect(checkout.sheet.getByText('Напишите адрес почты')).toBeVisible()
  await expect(checkout.sheet.getByLabel(/^Телефон/)).toBeFocused()
  await checkout.fill({ phone: '+7701000', email })
  await expect(checkout.sheet.getByText('Введите корректный номер телефона')).toBeVisible()
  expect(await accessFaults(page, { within: '[role=dialog]' })).toEqual([])
  await checkout.fill({ email })
  await checkout.submit.click()
  await page.getByRole('button', { name: /^Оплатить\s5\s000/ }).click()

  await expect(standing(page, 'confirmed')).toBeVisible()
  await expect(page.locator('[data-scheme="green"]')).toBeVisible()
  await expect(page.locator('dd').getByText(/5\sдней/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Написать в поддержку' })).toBeVisible()
  await expect(
    page.getByText(/показаться\sврачу/),
    'the server knows that this result asks for none',
  ).toHaveCount(0)

  await expect(page.getByText(/^(Сегодня|Завтра), \d+\s[а-я]+, в\s09:00$/)).toBeVisible()
  await expect(page.getByText(/^В\sWhatsApp на\sномер\s…05/)).toBeVisible()
  await expect(page.getByText(/ближайшим утром|придут на\sномер/), 'is said once').toHaveCount(0)
  const card = await page.getByRole('link', { name: 'Сохранить контакт' }).getAttribute('href')
  const contact = await request.get(card ?? '')
  expect(contact.headers()['content-type']).toMatch(/^text\/vcard/)
  const task = page.getByRole('group', { name: /^Одно дело/ }).getByRole('checkbox')
  await task.check()
  await expect(page.getByText('Начало есть. Остальное подождёт до\u00a0утра.')).toBeVisible()
  await expectFitForEveryone(page, 'thanks for a program')
  await page.reload()
  await expect(task).toBeChecked()
})

test('what a visitor paid for is in the cabinet of whoever signs in with the e-mail they gave', async ({
  page,
  mailbox,
}) => {
  const email = freshEmail(aigerim)
  await page.goto(`/profile?data=${encodeURIComponent(JSON.stringify(aigerim.answers))}`)
  await new CheckoutPage(page).goToPay('subscription', { email })
  await page.getByRole('button', { name: /^Оплатить\s5\s000/ }).click()
  await expect(standing(page, 'confirmed')).toBeVisible()

  await page.getByRole('link', { name: 'Открыть программу' }).click()
  const signIn = new SignInPage(page, mailbox)
  await expect(signIn.dialog, 'opens by itself').toBeVisible()
  await pressEscape(page)
  await expect(page.getByText(/Войдите с\sпочтой, на\sкоторую покупали/)).toBeVisible()
  await signIn.signIn(email)
  await expect(page.getByText(/^Первое сообщение придёт/)).toBeVisible()
  await expect(page.locator('[data-order-state="paid"]')).toContainText(/5-дневная\sпрограмма/)
})

test.describe('with a program under way', () => {
  // The browser itself speaks of the refusal that becomes a question.
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('a second program is asked about first', async ({ page, request, mailbox }) => {
    const address = freshEmail(aigerim)
    await givenLead(request, aigerim, address)
    await givenCabinet(page, mailbox, address)
    await buySubscription(page)
    await page.getByRole('link', { name: 'Открыть программу' }).click()
    await openTab(page, 'Результат')
    const checkout = new CheckoutPage(page)
    await expect(checkout.payButton('consultation')).toBeVisible()
    await expect(checkout.payButton('subscription'), 'no offer of what one has').toBeHidden()

    await givenResult(page, aigerim)
    await checkout.goToPay('subscription', {})
    await expect(checkout.sheet.getByRole('heading', { name: /^У\sвас уже есть программа/ })).toBeVisible()
    const word = page.getByText(/сначала\sстоит\sпоказаться\sврачу/)
    await expect(checkout.sheet.locator(word), 'as in the sheet before').toBeVisible()
    await expectFitForEveryone(page, 'a second program')
    await checkout.sheet.getByRole('link', { name: 'Продолжить мою программу' }).click()
    await expect(checkout.sheet).toBeHidden()
    await expect(page.getByText(/^Первое сообщение придёт/)).toBeVisible()

    await givenResult(page, aigerim)
    await checkout.goToPay('subscription', {})
    const buy = checkout.sheet.getByRole('button', { name: /^(Подарить|Купить ещё одну), 5\s000/ })
    const phone = checkout.sheet.getByLabel(/^Номер WhatsApp того/)
    await buy.click()
    await expect(checkout.sheet.getByText('Напишите номер телефона')).toBeVisible()
    await expect(phone).toBeFocused()
    await phone.fill('8 701 000 00 05')
    await expect(checkout.sheet.getByText(/вторая начнётся, когда закончится первая/)).toBeVisible()
    await phone.fill('+77013334455')
    await expect(checkout.sheet.getByText(/вторая начнётся, когда закончится первая/)).toBeHidden()
    await buy.click()
    await page.getByRole('button', { name: /^Оплатить\s5\s000/ }).click()
    await expect(page.getByText(/^Это подарок: сообщения придут на/)).toBeVisible()
    await expect(page.getByText('…55', { exact: true })).toBeVisible()
    await expect(word, 'a gift is read by somebody else').toHaveCount(0)
    await expect(page.getByText(/войдите с\sтой/), 'to whoever is signed in').toHaveCount(0)
    const doors = page.getByRole('link', { name: /^(Открыть программу|Написать в поддержку)$/ })
    await expect(doors, 'where the number is checked comes first').toHaveText([/программу$/, /поддержку$/])
    await page.getByRole('link', { name: 'Открыть программу' }).click()
    const cabinet = page.locator('#program')
    await expect(cabinet.getByText(/^Заказ №\s\d+$/)).toHaveCount(2)
    const own = cabinet.locator('[data-program="own"]')
    const gift = cabinet.locator('[data-program="gift"]')
    await expect(own.getByText(/^Номер для сообщений/)).not.toContainText(/333\s44\s55/)
    await expect(gift.getByRole('heading', { name: /^Подарок на\s\+7\s701\s333\s44\s55$/ })).toBeVisible()
    await expect(gift.getByRole('link', { name: 'Как возвращаются деньги' })).toHaveAttribute(
      'href',
      '/terms#refund',
    )
    await gift.getByRole('button', { name: 'Исправить номер' }).click()
    await expectFitForEveryone(page, 'a gift')
    const save = gift.getByRole('button', { name: 'Сохранить номер' })
    await gift.getByLabel(/^Номер WhatsApp того/).fill('8 701 000 00 05')
    await expect(gift.getByText(/^Это ваш номер/)).toBeVisible()
    await gift.getByLabel(/^Номер WhatsApp того/).fill('+77013334466')
    await page.context().setOffline(true)
    await save.click()
    await expect(gift.getByText(/^Нет связи с\sсервером/)).toBeVisible()
    await expect(gift.getByLabel(/^Номер WhatsApp того/)).toHaveValue('+77013334466')
    await page.context().setOffline(false)
    await save.click()
    await expect(gift.getByRole('heading', { name: /^Подарок на\s\+7\s701\s333\s44\s66$/ })).toBeVisible()
    await expect(own.getByText(/^Номер для сообщений/)).not.toContainText(/333\s44\s66/)
    await expect(page.locator('[data-order-state="paid"]').getByText(/подарок на\sномер …66$/)).toHaveCount(1)
    const numbers = await page
      .locator('[data-order-state="paid"]')
      .getByText(/^№\s\d+, /)
      .allTextContents()
    expect(new Set(numbers.map((text) => text.split(',')[0])).size).toBe(2)

    await cabinet.getByRole('button', { name: 'Подарить программу близкому' }).click()
    const give = page.getByRole('dialog')
    await give.getByLabel(/^Номер WhatsApp того/).fill('8 701 000 00 05')
    await expect(give.getByText(/^Это ваш номер/)).toBeVisible()
    await give.getByRole('button', { name: /^Подарить, 5\s000/ }).click()
    await expect(give, 'nothing is sold to oneself as a gift').toBeVisible()
    await expectFitForEveryone(page, 'a gift to oneself')
  })
})

test('a paid program is taken off the consultation, and the page says why', { tag: '@core' }, async ({
  page,
  request,
  mailbox,
}) => {
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)
  await buySubscription(page)

  await givenResult(page, aigerim)
  await expect(page.getByText(/Вы уже оплатили программу, поэтому вместо 50\s000/)).toBeVisible()
  await page.goto('/profile?tab=result')
  await expect(page.getByText(/Вы уже оплатили программу, поэтому вместо 50\s000/)).toBeVisible()
  await new CheckoutPage(page).payButton('consultation').click()
  await page.getByRole('button', { name: /^Оплатить\s45\s000/ }).click()
  await expect(standing(page, 'confirmed')).toBeVisible()
  await expect(page.getByText(/^45\s000\s₸$/)).toBeVisible()
  await expect(page.getByText(/Программу зачли: минус 5\s000/)).toBeVisible()

  await page.goto('/profile?tab=account')
  await expect(page.getByText(/^Консультация оплачена, но\sещё не\sпрошла: заказ №\s\d+/)).toBeVisible()
})

test('a declined payment is gone on with by one button, for the same order and e-mail, or leads back to the offer', {
  tag: '@core',
}, async ({ page, request }) => {
  const email = freshEmail(timur)
  const { resultToken } = await givenLead(request, timur, email)
  await page.goto(`/profile?result=${resultToken}`)
  const checkout = new CheckoutPage(page)
  const pay = page.getByRole('button', { name: /^Оплатить\s5\s000/ })
  const orderNumber = () => new URL(page.url()).searchParams.get('InvId')
  await checkout.goToPay('subscription', { email })
  await expect(pay).toBeVisible()
  await expect(page.getByRole('textbox'), 'nobody types it twice').toHaveValue(email)
  const placed = orderNumber()
  await page.getByRole('button', { name: 'Отклонить' }).click()

  await expect(page).toHaveURL(/\/payment_failed$/)
  await expect(page.getByRole('heading', { name: 'Оплата не прошла' })).toBeVisible()
  await expect(page.getByText('Деньги с карты не списаны.')).toBeVisible()
  await expectFitForEveryone(page, 'a declined payment')
  await page.getByRole('button', { name: 'Продолжить оплату' }).click()
  await expect(pay).toBeVisible()
  expect(orderNumber()).toBe(placed)
  await page.getByRole('button', { name: 'Отклонить' }).click()
  await page.getByRole('link', { name: 'Начать покупку заново' }).click()
  await expect(page).toHaveURL(/\/profile\?result=[\w-]+#pricing-section$/)
  await expect(checkout.payButton('subscription')).toBeEnabled()
  await expect(checkout.payButton('subscription')).toBeInViewport()
})

test.describe('with the card page in two tabs', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('an order that is paid in one is not called unpaid where it is declined in the other', async ({
    page,
    request,
  }) => {
    const email = freshEmail(timur)
    const { resultToken } = await givenLead(request, timur, email)
    await page.goto(`/profile?result=${resultToken}`)
    await new CheckoutPage(page).goToPay('subscription', { email })
    await expect(page.getByRole('button', { name: 'Отклонить' })).toBeVisible()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await page.getByRole('button', { name: /^Оплатить\s5\s000/ }).click()
    await expect(standing(page, 'confirmed')).toBeVisible()

    // Neither paid nor unpaid, for all that can be known without the server.
    await other.route('**/api/payment/status*', (route) => route.abort())
    await other.getByRole('button', { name: 'Отклонить' }).click()
    await expect(other.getByRole('heading', { name: 'Не получилось проверить оплату' })).toBeVisible()
    await expect(other.getByText('Деньги с карты не списаны.')).toBeHidden()
    await expect(
      other.getByRole('link', { name: /^(Попробовать ещё раз|Начать покупку заново)$/ }),
    ).toBeHidden()
    await expect(other.getByRole('button', { name: 'Продолжить оплату' })).toBeHidden()
    await other.unroute('**/api/payment/status*')
    await other.reload()
    await expect(other).toHaveURL(/\/payment_success$/)
    await expect(standing(other, 'confirmed')).toBeVisible()

    await page.goto('/payment_failed')
    await expect(standing(page, 'confirmed')).toBeVisible()
    // As a browser opens it that has lost what it kept of the entry.
    await page.evaluate(() => history.replaceState(null, '', '/payment_success'))
    await page.reload()
    await expect(standing(page, 'confirmed')).toBeVisible()
  })
})

test('closing the sheet gives the focus back to the button that opened it', async ({ page }) => {
  await page.goto(`/profile?data=${encodeURIComponent(JSON.stringify(aigerim.answers))}`)
  const checkout = new CheckoutPage(page)
  await checkout.payButton('consultation').click()
  await expect(checkout.sheet).toBeVisible()
  await pressEscape(page)
  await expect(checkout.sheet).toBeHidden()
  await expect(checkout.payButton('consultation')).toBeFocused()
})

test('two quick presses place one order, and Back frees the button', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const { resultToken } = await givenLead(request, timur, freshEmail(timur))
  await page.goto(`/profile?result=${resultToken}`)
  let checkouts = 0
  page.on('request', (sent) => {
    if (sent.url().endsWith('/payment/checkout')) checkouts += 1
  })
  const checkout = new CheckoutPage(page)
  await checkout.payButton('consultation').dblclick()
  await checkout.fill({ email: freshEmail(timur) })
  await checkout.submit.dblclick()
  await expect(page.getByRole('button', { name: /^Оплатить\s50\s000/ })).toBeVisible()
  expect(checkouts).toBe(1)

  await page.goBack()
  await expect(checkout.payButton('consultation')).toBeEnabled()
})

test.describe('when checkout fails', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('the button says why and may be pressed again', async ({ page, request }) => {
    const { resultToken } = await givenLead(request, timur, freshEmail(timur))
    await page.goto(`/profile?result=${resultToken}`)
    await page.route('**/api/payment/checkout', (route) => route.abort())
    const checkout = new CheckoutPage(page)
    await checkout.goToPay('subscription', { email: freshEmail(timur) })
    await expect(checkout.sheet.getByRole('alert')).toHaveText(/Нет связи с\sсервером/)
    await page.unroute('**/api/payment/checkout')
    await checkout.submit.click()
    await expect(page.getByRole('button', { name: /^Оплатить\s5\s000/ })).toBeVisible()
  })
})

test.describe('the success page knows the product', () => {
  test('from its address, however that says it', async ({ page: beside }) => {
    for (const [query, scheme] of [
      ['Shp_product=consultation&OutSum=5000', 'blue'],
      ['Shp_type=subscription&OutSum=50000', 'green'],
      ['Shp_consultation=true', 'blue'],
      ['Shp_subscription=true', 'green'],
      ['OutSum=50000.000000', 'blue'],
      ['OutSum=5000.00', 'green'],
      ['OutSum=100', 'green'],
    ]) {
      await inNewTab(beside, `?${query}`, async (page) => {
        await page.goto(`/payment_success?${query}`)
        await expect(page.locator(`[data-scheme="${scheme}"]`)).toBeVisible()
        await expect(standing(page, 'unknown')).toBeVisible()
        await expect(
          page.getByRole('region', { name: 'Консультацию ведёт' }),
          'nothing is bought',
        ).toHaveCount(0)
        await expect(page).toHaveURL(/\/payment_success$/)
      })
    }
  })

  test('from the intent that this browser remembers, once', async ({ page, request }) => {
    const { resultToken } = await givenLead(request, timur, freshEmail(timur))
    await page.goto(`/profile?result=${resultToken}`)
    await new CheckoutPage(page).goToPay('consultation', { email: freshEmail(timur) })
    await expect(page.getByRole('button', { name: 'Отклонить' })).toBeVisible()

    await page.goto('/payment_success')
    await expect(page.locator('[data-scheme="blue"]')).toBeVisible()
    await expect(standing(page, 'waiting')).toBeVisible()
    const again = await page.context().newPage()
    await again.goto('/payment_success')
    await expect(again.getByRole('heading', { name: 'Ошибка определения продукта' })).toBeVisible()
  })

  test('from the quiz, when it wished for a consultation', async ({ page }) => {
    await givenResult(page, aigerim)
    await page.goto('/payment_success')
    await expect(page.locator('[data-scheme="blue"]')).toBeVisible()
  })

  test('or says that it does not, also after a reload and an earlier payment', async ({ page }) => {
    await page.goto('/payment_success?Shp_product=subscription&OutSum=5000&InvId=1')
    await expect(page.locator('[data-scheme="green"]')).toBeVisible()
    await page.goto('/payment_success?Shp_product=gold&InvId=2')
    const unknown = page.getByRole('heading', { name: 'Ошибка определения продукта' })
    await expect(unknown).toBeVisible()
    await expect(page).toHaveURL(/\/payment_success$/)
    await page.reload()
    await expect(unknown).toBeVisible()
    await expect(page.getByText('Не получается понять, что именно вы оплатили.')).toBeVisible()
  })

  test('or says that it does not', async ({ page }) => {
    await page.goto('/payment_success')
    await expect(page.getByRole('heading', { name: 'Ошибка определения продукта' })).toBeVisible()
    await page.getByRole('link', { name: 'Вернуться в кабинет' }).click()
    await expect(page).toHaveURL(/\/profile$/)
  })
})

test.describe('where the script of the sheet before the payment', () => {
  const sheetScript = '**/assets/checkout-sheet-*.js'

  test.describe('does not come,', () => {
    test.use({ expectedConsoleErrors: [/404 \(Not Found\)/] })

    test('the button says so and can be pressed again', async ({ page }) => {
      await page.route(sheetScript, (route) => route.fulfill({ status: 404 }))
      await givenResult(page, aigerim)
      const checkout = new CheckoutPage(page)
      await checkout.payButton('consultation').click()
      await expect(page.getByRole('alert')).toHaveText(sessionTexts.notOpened)
      await page.unroute(sheetScript)
      await checkout.payButton('consultation').click()
      await expect(checkout.sheet).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await pressEscape(page)
      await expect(checkout.payButton('consultation')).toBeFocused()
    })
  })

  test('is on its way, the button waits for it, unless another one is pressed', async ({ page }) => {
    const release = await hold(page, sheetScript)
    await givenResult(page, aigerim)
    const checkout = new CheckoutPage(page)
    await checkout.payButton('subscription').click()
    await expect(checkout.payButton('subscription')).toHaveAttribute('aria-busy', 'true')
    await checkout.payButton('consultation').click()
    await expect(checkout.payButton('subscription')).not.toHaveAttribute('aria-busy')
    release()
    await expect(checkout.sheet).toBeVisible()
    await expect(checkout.sheet).toHaveCount(1)
    await expect(checkout.submit).toHaveText(/50\s000/)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
