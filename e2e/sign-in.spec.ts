import { aigerim, freshEmail, timur } from '@app/testing/people'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectFocusKept } from './support/expect-focus.ts'
import { expect, type MailboxReader, test } from './support/fixtures.ts'
import { QuizPage } from './support/quiz-page.ts'
import { SentEvents } from './support/sent-events.ts'
import { SignInPage } from './support/sign-in-page.ts'
import { givenCabinet, publishableKey, signInByCode } from './support/signed-in.ts'

const refused = /Failed to load resource.*40[03]/

test('a code from the mail signs in, and the session survives a reload', async ({ page, mailbox }) => {
  const address = freshEmail(aigerim)
  await new SignInPage(page, mailbox).signIn(address)

  const menu = page.getByRole('button', { name: `Меню: ${address}` })
  await expect(menu).toBeVisible()
  await page.reload()
  await expect(menu).toBeVisible()
})

test('signing out leads home and leaves no session behind', async ({ page, mailbox }) => {
  const signIn = new SignInPage(page, mailbox)
  await signIn.signIn(freshEmail(aigerim))
  await signIn.signOut()

  expect(await page.evaluate(() => localStorage.getItem('supabase.auth.token'))).toBeNull()
})

test('a code that was mailed is asked for again after a reload, and by whoever went back from it', async ({
  page,
  mailbox,
}) => {
  const address = freshEmail(aigerim)
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await signIn.askForCode(address)
  await page.reload()
  await expect(signIn.code).toBeFocused()
  await expect(signIn.dialog.getByText(address)).toBeVisible()

  await signIn.dialog.getByRole('button', { name: 'Назад, к адресу' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(signIn.email).toHaveValue(address)
  await signIn.dialog.getByRole('button', { name: 'У меня есть код' }).click()
  await expect(signIn.dialog.getByRole('button', { name: /Отправить ещё раз через/ })).toBeDisabled()
  await signIn.code.fill(await mailbox.codeFor(address))
  await signIn.submit.click()
  await expect(page).toHaveURL(/\/profile$/)
  await expectFocusKept(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Меню/ })).toBeVisible()
  await expect(signIn.dialog).toBeHidden()
})

test.describe('at the door of the panel', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource.*40[13]/] })

  test('whoever signs in stays there', async ({ page, mailbox }) => {
    const address = freshEmail(timur)
    const signIn = new SignInPage(page, mailbox)
    await page.goto('/misc')
    await page.getByRole('main').getByRole('button').click()
    await signIn.askForCode(address)
    await signIn.code.fill(await mailbox.codeFor(address))
    await signIn.submit.click()
    await expect(page.getByRole('button', { name: /^Меню/ })).toBeVisible()
    await expect(page).toHaveURL(/\/misc$/)
  })
})

test.describe('a wrong code', () => {
  test.use({ expectedConsoleErrors: [refused] })

  test('is refused in Russian, and the right one still works', async ({ page, mailbox }) => {
    const address = freshEmail(timur)
    const signIn = new SignInPage(page, mailbox)
    await signIn.open()
    await signIn.askForCode(address)
    const code = await mailbox.codeFor(address)

    await signIn.code.fill(code === '000000' ? '000001' : '000000')
    await signIn.submit.click()
    await expect(signIn.dialog.getByRole('alert')).toHaveText(/Код неверный или уже не\sдействует/)

    await signIn.code.fill(code)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/profile$/)
  })
})

test('the code field takes six digits, however they are pasted', async ({ page, mailbox }) => {
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await signIn.askForCode(freshEmail(timur))

  await expect(signIn.submit).toBeDisabled()
  await signIn.code.fill('Ваш код: 12 345')
  await expect(signIn.code).toHaveValue('12345')
  await expect(signIn.submit).toBeDisabled()
  await signIn.code.fill('123 456 7')
  await expect(signIn.code).toHaveValue('123456')
  await expect(signIn.submit).toBeEnabled()
})

test('another code can be asked for after a minute, and replaces the first', async ({ page, mailbox }) => {
  await page.clock.install()
  const address = freshEmail(timur)
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await signIn.askForCode(address)
  const first = (await mailbox.mailsTo(address))[0]
  await expect(signIn.dialog.getByRole('button', { name: /Отправить ещё раз через/ })).toBeDisabled()

  await page.clock.fastForward(60_000)
  await signIn.dialog.getByRole('button', { name: 'Отправить код ещё раз' }).click()
  await expect(signIn.dialog.getByText('Новый код подтверждения отправлен на ваш email')).toBeVisible()

  await signIn.code.fill(await mailbox.codeFor(address, first?.at))
  await signIn.submit.click()
  await expect(page).toHaveURL(/\/profile$/)
})

test('a reload while the code is on its way keeps the step', async ({ page, mailbox }) => {
  const address = freshEmail(aigerim)
  const signIn = new SignInPage(page, mailbox)
  await page.route('**/auth/v1/otp**', async (route) => {
    await route.fetch()
    // Its answer comes when the page that asked is gone.
  })
  await signIn.open()
  await signIn.email.fill(address)
  await page.keyboard.press('Enter')
  await mailbox.codeFor(address)
  await page.reload()
  await expect(signIn.code).toBeVisible()
  await signIn.enterCode(address)
})

test('the back arrow returns to the address and forgets the code', async ({ page, mailbox }) => {
  const address = freshEmail(timur)
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await signIn.askForCode(address)
  await signIn.code.fill('123')

  await signIn.dialog.getByRole('button', { name: 'Назад, к адресу' }).click()
  await expect(signIn.email).toHaveValue(address)
  await signIn.askForCode(address)
  await expect(signIn.code).toHaveValue('')
})

test('an address is needed, and it must look like one', async ({ page, mailbox }) => {
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await page.keyboard.press('Enter')
  await expect(signIn.dialog.getByText('Это поле обязательно для заполнения')).toBeVisible()
  await signIn.email.fill('айгерим')
  await page.keyboard.press('Enter')
  await expect(signIn.dialog.getByText('Введите корректный email')).toBeVisible()
  await expect(signIn.email).toBeFocused()
})

test('Escape closes the dialog and gives the focus back', async ({ page, mailbox }) => {
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await page.keyboard.press('Escape')
  await expect(signIn.dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeFocused()
})

test.describe('without a connection', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('the dialog returns to the address and says why', async ({ page, mailbox }) => {
    const address = freshEmail(timur)
    const signIn = new SignInPage(page, mailbox)
    await signIn.open()
    await page.route('**/auth/v1/otp**', (route) => route.abort())
    await signIn.email.fill(address)
    await page.keyboard.press('Enter')
    await expect(signIn.dialog.getByRole('alert')).toHaveText(/Нет связи с\sсервером/)
    await expect(signIn.email).toHaveValue(address)
  })
})

test.describe('by password', () => {
  test.use({ expectedConsoleErrors: [refused] })

  test('a forgotten password is replaced by a code, and then signs in', async ({
    page,
    mailbox,
    request,
  }) => {
    const address = freshEmail(aigerim)
    const signIn = new SignInPage(page, mailbox)
    await signIn.signIn(address)
    await signIn.signOut()
    const before = (await mailbox.mailsTo(address))[0]?.at

    await signIn.open()
    await signIn.dialog.getByRole('button', { name: 'Войти по паролю' }).click()
    await signIn.dialog.getByRole('button', { name: 'Забыли пароль?' }).click()
    await signIn.askForCode(address)
    await signIn.code.fill(await mailbox.codeFor(address, before))
    await signIn.dialog.getByRole('button', { name: 'Продолжить' }).click()
    const password = signIn.dialog.getByRole('textbox', { name: 'Новый пароль' })
    await expect(password).toBeVisible()
    // Signed in by the code already, and the old password still stands.
    await page.reload()
    await password.fill('коротко')
    await page.keyboard.press('Enter')
    await expect(signIn.dialog.getByText('Нужно не меньше 8 знаков')).toBeVisible()
    await password.fill('рассвет-над-степью')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/profile$/)
    await expectTold(page, request, 'auth_success', { method: 'recovery' })

    await signIn.signOut()
    await signIn.open()
    await signIn.dialog.getByRole('button', { name: 'Войти по паролю' }).click()
    await signIn.email.fill(address)
    await signIn.dialog.getByRole('textbox', { name: 'Пароль' }).fill('закат')
    await page.keyboard.press('Enter')
    await expect(signIn.dialog.getByRole('alert')).toHaveText('Почта или пароль не подходят.')
    await signIn.dialog.getByRole('textbox', { name: 'Пароль' }).fill('рассвет-над-степью')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/profile$/)
    await expectTold(page, request, 'auth_failure', { method: 'password', reason: 'invalid_credentials' })
    await expectTold(page, request, 'auth_success', { method: 'password', is_new_user: false })
  })
})

test('the sign-in button hides while a quiz is under way, and at its result, after a reload, too', async ({
  page,
}) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Войти', exact: true })
  await expect(button).toBeVisible()
  await page.locator('[data-step="welcome"]').getByRole('button').first().click()
  await expect(button).toBeHidden()

  await page.goto('/about')
  await page.evaluate((answers) => {
    const result = { attemptId: crypto.randomUUID(), name: 'Айгерим', answers }
    localStorage.removeItem('yasny-den.quiz')
    sessionStorage.setItem('yasny-den.result', JSON.stringify(result))
  }, aigerim.answers)
  await page.goto('/')
  await expect(new QuizPage(page).result('A2')).toBeVisible()
  // The header's end comes when the browser is idle.
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (let times = 0; times < 3; times++) await new Promise((resolve) => requestIdleCallback(resolve))
  })
  await expect(button).toBeHidden()
  await page.getByRole('button', { name: 'Пройти тест заново' }).click()
  await expect(button).toBeVisible()
})

test('a link from a mail that no longer works says so, and offers another way', async ({ page, request }) => {
  await page.goto('/profile#error=access_denied&error_code=otp_expired&error_description=expired')
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/уже не\sдействует/)
  await expect(page).toHaveURL(/\/profile$/)
  await expectTold(page, request, 'auth_failure', { method: 'link', reason: 'link_expired' })
})

test.describe('a link with a session in it, which anybody could have made', () => {
  test('asks whether it is the right account before the new password', async ({ page, request, mailbox }) => {
    const address = freshEmail(timur)
    await page.goto(await givenLink(request, mailbox, address, { type: 'recovery' }))
    const question = page.getByRole('dialog', { name: 'Войти по ссылке?' })
    await expect(question).toContainText(`открывает кабинет ${address}.`)
    expect(page.url()).not.toContain('access_token')
    expect(await storedSession(page)).toBeNull()

    await question.getByRole('button', { name: 'Войти', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Задайте новый пароль' })).toBeVisible()
  })

  test('signs nobody in after a no, and is used up', async ({ page, request, mailbox }) => {
    const link = await givenLink(request, mailbox, freshEmail(timur))
    await page.goto(link)
    await page.getByRole('button', { name: 'Не входить' }).first().click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
    expect(await storedSession(page)).toBeNull()
  })

  test('replaces a present session only after a yes, and leaves nothing of that person', async ({
    page,
    request,
    mailbox,
  }) => {
    const [hers, his] = [freshEmail(aigerim), freshEmail(timur)]
    await givenCabinet(page, mailbox, hers)
    await page.goto('/')
    await new QuizPage(page).walk(aigerim, { until: 'height' })

    await page.goto(await givenLink(request, mailbox, his, {}, '/about'))
    const question = page.getByRole('dialog', { name: 'Войти по ссылке?' })
    await expect(question).toContainText(his)
    await expect(question).toContainText(`Сейчас вы вошли как ${hers}`)
    await expect(page.getByRole('button', { name: `Меню: ${hers}`, includeHidden: true })).toBeVisible()
    await question.getByRole('button', { name: 'Войти', exact: true }).click()

    await expect(page.getByRole('button', { name: `Меню: ${his}` })).toBeVisible()
    await expect(page).toHaveURL(/\/about$/)
    expect(await page.evaluate(() => localStorage.getItem('yasny-den.quiz'))).toBeNull()
  })
})

test.describe('a link from a mail', () => {
  test.use({ expectedConsoleErrors: [refused] })

  test('signs in where it was asked for', async ({ page, mailbox, request }) => {
    const { link, address } = await mailedLink(page, mailbox)
    await page.goto(link)
    await expect(page.getByRole('button', { name: `Меню: ${address}` })).toBeVisible()
    await expect(page).toHaveURL(/\/profile$/)
    await expectTold(page, request, 'auth_success', { method: 'link', is_new_user: true })
  })

  test('signs nobody in anywhere else, and says what to do there', async ({ page, browser, mailbox }) => {
    const { link } = await mailedLink(page, mailbox)
    const context = await browser.newContext()
    const elsewhere = await context.newPage()
    await elsewhere.goto(link)
    await expect(elsewhere.getByRole('dialog').getByRole('alert')).toHaveText(/только в\sтом браузере/)
    await expect(elsewhere).toHaveURL(/\/profile$/)
    expect(await storedSession(elsewhere)).toBeNull()
    await context.close()
  })
})

for (const address of [
  '/#error=e&error_description=Позвоните+87770000000',
  '/?error=e&error_description=Позвоните+87770000000',
  '/#error=e&error_code=Позвоните+87770000000',
]) {
  test(`a stranger's words in ${address.slice(0, 18)} are not shown`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/Войти по\sссылке не\sполучилось/)
    await expect(page.getByText('87770000000')).toBeHidden()
    await expect(page).toHaveURL(/\/$/)
  })
}

test('signing out in one tab signs the other out', async ({ page, mailbox }) => {
  await givenCabinet(page, mailbox, freshEmail(aigerim))
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: /^Меню/ })).toBeVisible()
  await page.getByRole('button', { name: /^Меню/ }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await expect(other.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
})

test.describe('a session that was ended elsewhere', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource.*40[013]/] })

  test('leads back to the sign-in, and says why', async ({ page, browser, request, mailbox }) => {
    await givenCabinet(page, mailbox, freshEmail(aigerim))
    const storageState = await page.context().storageState()
    const elsewhere = await browser.newContext({ storageState })
    const other = await elsewhere.newPage()
    await other.goto('/profile')
    await other.getByRole('button', { name: /^Меню/ }).waitFor()
    await endSessions(request, other)
    await elsewhere.close()

    await page.reload()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Вход закончился, войдите снова.')
    expect(await storedSession(page)).toBeNull()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Здесь живут ваши результаты' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Меню/ })).toBeHidden()
  })

  test('sells nothing to a stranger: the pay button leads back to the sign-in', async ({
    page,
    request,
    mailbox,
  }) => {
    await givenCabinet(page, mailbox, freshEmail(aigerim))
    await page.goto(`/profile?data=${encodeURIComponent(JSON.stringify(aigerim.answers))}`)
    const pay = page.getByRole('button', { name: 'Записаться на консультацию' })
    await pay.waitFor()
    await page.getByRole('button', { name: /^Меню/ }).waitFor()
    await endSessions(request, page)

    await pay.click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Вход закончился, войдите снова.')
    await expect(page).toHaveURL(/\/profile$/)
    expect(await storedSession(page)).toBeNull()
  })

  test('takes its person with it when its token has run out meanwhile', async ({
    page,
    request,
    mailbox,
  }) => {
    await givenCabinet(page, mailbox, freshEmail(aigerim))
    await endSessions(request, page)
    // A file of the site: a page of it would see the token's end at once, and leave before it is told to.
    await page.goto('/favicon.svg')
    await page.evaluate((answers) => {
      const session = JSON.parse(localStorage.getItem('supabase.auth.token') ?? '{}')
      const expired = { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }
      const result = { attemptId: crypto.randomUUID(), name: 'Айгерим', answers }
      localStorage.setItem('supabase.auth.token', JSON.stringify(expired))
      localStorage.setItem('yasny-den.checklist', JSON.stringify({ A2: [] }))
      sessionStorage.setItem('yasny-den.result', JSON.stringify(result))
    }, aigerim.answers)

    await page.goto('/profile')
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Вход закончился, войдите снова.')
    const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    expect(left.filter((key) => /auth\.token|checklist|result/.test(key))).toEqual([])
  })
})

/** Ends every session of whoever is signed in on this page, as another device of theirs does. */
async function endSessions(request: APIRequestContext, page: Page) {
  const { access_token: token } = JSON.parse((await storedSession(page)) ?? '{}')
  const headers = { apikey: await publishableKey(request), authorization: `Bearer ${token}` }
  expect((await request.post('/auth/v1/logout?scope=global', { headers })).status()).toBe(204)
}

/** A page's address with a session of somebody's after the `#`, as a link of the owner's or of a mail ends. */
async function givenLink(
  request: APIRequestContext,
  mailbox: MailboxReader,
  address: string,
  more: Record<string, string> = {},
  path = '/',
): Promise<string> {
  const { accessToken, refreshToken } = await signInByCode(request, mailbox, address)
  const session = { access_token: accessToken, refresh_token: refreshToken, expires_in: '3600' }
  return `${path}#${new URLSearchParams({ ...session, token_type: 'bearer', ...more })}`
}

/** The link in the mail that greets a new address, asked for on this page. */
async function mailedLink(page: Page, mailbox: MailboxReader) {
  const address = freshEmail(aigerim)
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await signIn.askForCode(address)
  await mailbox.codeFor(address)
  const [mail] = await mailbox.mailsTo(address)
  const link = /https?:\/\/\S+\/auth\/v1\/verify\?[^\s"<]+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(link).not.toBe('')
  return { link, address }
}

function storedSession(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('supabase.auth.token'))
}

/** Analytics was told of an event by this browser, as whoever it is taken for now. */
async function expectTold(
  page: Page,
  request: APIRequestContext,
  name: string,
  properties: Record<string, unknown>,
) {
  const sent = new SentEvents(page, request)
  const told = async () => (await sent.named(name)).at(-1)?.properties
  await expect.poll(told, { timeout: 20_000 }).toMatchObject(properties)
}
