import { readFile } from 'node:fs/promises'
import { consentVersions } from '@app/content/ru/legal/consent'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { holdScript } from './support/before-script.ts'
import { expectFitForEveryone } from './support/everyone.ts'
import { expectFocusKept } from './support/expect-focus.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { openTab } from './support/open-tab.ts'
import { QuizPage } from './support/quiz-page.ts'
import { givenCabinet, givenSession } from './support/signed-in.ts'

test('a visitor is asked to sign in or to take the test', { tag: '@core' }, async ({ page }) => {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Здесь живут ваши результаты' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Войти' }).click()
  await expect(page.getByRole('dialog', { name: 'Войти в аккаунт' })).toBeVisible()
})

test.describe('before the script', () => {
  for (const [button, dialog] of [
    ['Войти', 'Войти в аккаунт'],
    ['Пройти тест', 'Тест'],
  ] as const)
    test(`the visitor’s cabinet is there, and a press on «${button}» is kept`, async ({ page }) => {
      const release = await holdScript(page)
      await page.goto('/profile', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { name: 'Здесь живут ваши результаты' })).toBeVisible()
      await page.getByRole('main').getByRole('button', { name: button }).click()
      release()
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
      await expect(page).toHaveURL(/\/profile$/)
    })

  test('a signed-in user, and the reader of a result, are not offered to sign in', async ({
    page,
    mailbox,
  }) => {
    const offer = page.getByRole('main').getByRole('button', { name: 'Войти' })
    const spinner = page.locator('main .animate-spin')
    await holdScript(page)
    await page.goto('/profile?result=a', { waitUntil: 'commit' })
    await expect(spinner).toBeVisible()
    await expect(offer).toBeHidden()

    await givenSession(page, mailbox, freshEmail(timur))
    await page.goto('/profile', { waitUntil: 'commit' })
    await expect(spinner).toBeVisible()
    await expect(offer).toBeHidden()
  })
})

test('the cabinet asks once whether an attempt without sign-in is mine', async ({
  page,
  request,
  mailbox,
}) => {
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)

  await expect(page.locator('[data-subcategory="A2"]')).toBeVisible()
  await page.getByRole('button', { name: 'Да, я' }).click()
  await expect(page.getByText('Это вы проходили тест?')).toBeHidden()
  await expectFocusKept(page)
  await page.reload()
  await expect(page.locator('[data-subcategory="A2"]')).toBeVisible()
  await expect(page.getByText('Это вы проходили тест?')).toBeHidden()
})

test('an attempt that is not mine leaves the cabinet after a second press', async ({
  page,
  request,
  mailbox,
}) => {
  const address = freshEmail(timur)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)

  await page.getByRole('button', { name: 'Нет, не я' }).click()
  await expectFitForEveryone(page, 'claim removal')
  await page.getByRole('button', { name: 'Оставить' }).click()
  await expect(page.locator('[data-subcategory="A2"]')).toBeVisible()
  await page.getByRole('button', { name: 'Нет, не я' }).click()
  await page.getByRole('button', { name: 'Убрать из кабинета' }).click()
  await expect(page.getByText('Здесь появится ваш результат')).toBeVisible()
})

test('attempts are compared once the newest is known to be mine, and again right after the next', async ({
  page,
  request,
  mailbox,
}) => {
  const email = freshEmail(aigerim)
  const weighing = (weight: number) => ({ ...aigerim, answers: { ...aigerim.answers, weight } })
  await givenLead(request, timur, email)
  const { access_token } = await givenSession(page, mailbox, email)
  await givenLead(request, weighing(90), email, access_token)
  await givenLead(request, weighing(85), email)
  await givenQuizAt(page, 'contact', weighing(80), '/profile')

  const history = page.getByRole('heading', { name: 'Как менялись ответы' })
  const attempts = page.getByRole('listitem').filter({ hasText: 'Обмену веществ нужна поддержка.' })
  const comparison = page.getByRole('region', { name: 'Что вы ответили иначе' })
  await expect(page.locator('[data-row="weight"]')).toContainText(/85\sкг/)
  await expect(history).toBeHidden()
  await page.getByRole('button', { name: 'Да, я' }).click()
  await history.click()
  await expect(attempts).toHaveText([/Последний/, /Сравниваем/])
  await expect(comparison).toContainText(/Было: 90\sкг→Стало: 85\sкг/)

  await page.getByRole('button', { name: 'Пройти тест ещё раз' }).click()
  const quiz = new QuizPage(page)
  await quiz.fillContact(aigerim, email)
  await quiz.submit.click()
  await expect(page.locator('#result-title')).toBeFocused()
  await expect(page.locator('#result-title')).toBeInViewport()
  await expect(page.getByText('Результат сохранён в личном кабинете.')).toBeVisible()
  await history.click()
  await expect(attempts).toHaveText([/Только что.*Последний/, /Сравниваем/, /Сравнить/])
  await expect(comparison).toContainText(/Было: 85\sкг→Стало: 80\sкг/)
  await expectFitForEveryone(page, 'history')
})

test.describe('when the data cannot be loaded', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('the cabinet says so and tries again', async ({ page, request, mailbox }) => {
    const address = freshEmail(aigerim)
    await givenLead(request, aigerim, address)
    await page.route('**/rest/v1/quiz_leads**', (route) => route.abort())
    await givenCabinet(page, mailbox, address)
    await expect(page.getByRole('heading', { name: 'Ошибка при загрузке данных профиля' })).toBeVisible()

    await page.unroute('**/rest/v1/quiz_leads**')
    await page.getByRole('button', { name: 'Попробовать ещё раз' }).click()
    await expect(page.locator('[data-subcategory="A2"]')).toBeVisible()
  })
})

test('a changed phone is saved, said so for a moment, and still there after a reload', {
  tag: '@core',
}, async ({ page, request, mailbox }) => {
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)

  // Whoever left it may have been anybody, so it is the user's once they say that the attempt is.
  const phone = page.getByLabel('Телефон')
  await openTab(page, 'Аккаунт')
  await expect(phone).toHaveValue('')
  await openTab(page, 'Результат')
  await page.getByRole('button', { name: 'Да, я' }).click()
  await openTab(page, 'Аккаунт')
  await expect(phone).toHaveValue(aigerim.phone)
  await phone.fill('8 701')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Введите корректный номер телефона')).toBeVisible()
  await phone.fill('+7 (701) 000-00-99')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Номер телефона обновлен успешно!')).toBeVisible()
  await expect(page.getByText('Номер телефона обновлен успешно!')).toBeHidden()

  await page.reload()
  await expect(phone).toHaveValue('+77010000099')
  await page.getByRole('banner').getByRole('button', { name: /^Меню/ }).click()
  await expect(page.getByRole('menu').getByText(/^\+7\s701\s000\s00\s99$/)).toBeVisible()
})

test('a user downloads everything that is kept about them', { tag: '@core' }, async ({
  page,
  request,
  mailbox,
}) => {
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)

  await openTab(page, 'Аккаунт')
  const toRead = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать мои данные' }).click()
  expect((await toRead).suggestedFilename()).toMatch(/^yasny-den-.*\.html$/)
  const text = await readFile(await (await toRead).path(), 'utf8')
  for (const part of [
    address,
    'Айгерим',
    'Женский',
    '165\u00a0см',
    'Обработка данных, в\u00a0том числе о\u00a0здоровье',
  ])
    expect(text).toContain(part)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать для другой программы' }).click()
  const file = await (await downloading).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    account: { email: address },
    tables: {
      quiz_leads: [{ name: 'Айгерим', quiz_answers: aigerim.answers }],
      consents: [{ kind: 'health', version: consentVersions.health }],
      orders: [],
      subscriptions: [],
      messages: [],
    },
  })
})

test('leaving everywhere ends the session of another browser too', async ({ page, browser, mailbox }) => {
  const address = freshEmail(timur)
  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  await givenCabinet(elsewhere, mailbox, address)
  await givenCabinet(page, mailbox, address)

  await openTab(page, 'Аккаунт')
  await page.getByRole('button', { name: 'Выйти на всех устройствах' }).click()
  await expect(page).toHaveURL(/\/$/)
  const stored = await elsewhere.evaluate(() => localStorage.getItem('supabase.auth.token'))
  const { refresh_token } = JSON.parse(stored ?? '{}') as { refresh_token: string }
  const config = (await (await page.request.get('/api/client-config')).json()) as { supabaseKey: string }
  const renewed = await page.request.post('/auth/v1/token?grant_type=refresh_token', {
    headers: { apikey: config.supabaseKey },
    data: { refresh_token },
  })
  expect(renewed.status()).toBe(400)
  await context.close()
})

test('the links of the footer change the page', async ({ page }) => {
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Личный кабинет' }).click()
  await expect(page.getByRole('heading', { name: 'Здесь живут ваши результаты' })).toBeVisible()
  await footer.getByRole('link', { name: 'Условия и оферта' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Условия/)
  await footer.getByRole('link', { name: 'Конфиденциальность' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Политика/)
})

test('a deleted account is gone from the server and from the browser', { tag: '@core' }, async ({
  page,
  request,
  mailbox,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/403/)
  const address = freshEmail(aigerim)
  const { resultToken } = await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)

  await openTab(page, 'Аккаунт')
  // By the keyboard: what has been bought comes above it, and moves it from under a robot's finger.
  await page.getByRole('button', { name: 'Удалить аккаунт' }).press('Enter')
  await page.getByRole('button', { name: 'Оставить' }).click()
  await page.getByRole('button', { name: 'Удалить аккаунт' }).click()
  // As it is ten minutes after signing in.
  const isOld = { status: 403, json: { code: 'fresh_sign_in_required', message: '' } }
  await page.route('**/functions/v1/delete-account', (route) => route.fulfill(isOld), { times: 1 })
  await page.getByRole('button', { name: 'Да, удалить навсегда' }).click()
  const before = (await mailbox.mailsTo(address))[0]?.at ?? ''
  await page.getByRole('button', { name: 'Прислать код на почту' }).click()
  await expect(page.getByLabel('Код из письма')).toBeVisible()
  await expectFitForEveryone(page, 'deletion proof')
  await page.getByLabel('Код из письма').fill(await mailbox.codeFor(address, before))
  await page.getByRole('button', { name: 'Подтвердить и удалить' }).click()

  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Аккаунт' })).toBeVisible()
  const keys = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
  // That the device was forgotten is known to it, and names nobody.
  expect(keys.filter((key) => /^(yasny-den|supabase)\./.test(key))).toEqual(['yasny-den.era'])
  expect((await request.get(`/api/leads/result/${resultToken}`)).status()).toBe(404)
})
