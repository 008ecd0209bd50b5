import { aigerim, freshEmail, timur } from '@app/testing/people'
import { hold } from './support/before-script.ts'
import { expectFocusKept } from './support/expect-focus.ts'
import { expect, test } from './support/fixtures.ts'
import { pressEscape } from './support/press-escape.ts'
import { QuizPage } from './support/quiz-page.ts'
import { expectTold } from './support/sent-events.ts'
import { SignInPage } from './support/sign-in-page.ts'

const refused = /Failed to load resource.*40[03]/

// The dialog comes and goes as most people see it: with motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a code from the mail signs in, and the session survives a reload', { tag: '@core' }, async ({
  page,
  mailbox,
}) => {
  const address = freshEmail(aigerim)
  await new SignInPage(page, mailbox).signIn(address)

  const menu = page.getByRole('button', { name: `Меню: ${address}` })
  await expect(menu).toBeVisible()
  await page.reload()
  await expect(menu).toBeVisible()
  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept.filter((name) => name.endsWith('code-verifier'))).toEqual([])
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
    await page.getByRole('main').getByRole('button', { name: 'Войти', exact: true }).click()
    await signIn.askForCode(address)
    await signIn.code.fill(await mailbox.codeFor(address))
    await signIn.submit.click()
    await expect(page.getByRole('button', { name: /^Меню/ })).toBeVisible()
    await expect(page).toHaveURL(/\/misc$/)
  })
})

test.describe('a wrong code', () => {
  test.use({ expectedConsoleErrors: [refused] })

  test('is refused in Russian, and the right one still works', { tag: '@core' }, async ({
    page,
    mailbox,
  }) => {
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

  test('tried once too often says that no code is taken any more', async ({ page, mailbox }) => {
    const address = freshEmail(timur)
    const signIn = new SignInPage(page, mailbox)
    await signIn.open()
    await signIn.askForCode(address)
    const right = await mailbox.codeFor(address)
    const alert = signIn.dialog.getByRole('alert')
    for (const text of [...Array(4).fill(/Код неверный/), /Попытки для этого кода закончились/]) {
      await signIn.code.fill(right === '000000' ? '000001' : '000000')
      await signIn.submit.click()
      await expect(alert).toHaveText(text)
    }
    await signIn.code.fill(right)
    await signIn.submit.click()
    await expect(alert).toHaveText(/Запросите новый код/)
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

test('an address stays as it is typed, with a space that a phone has put in, too', async ({
  page,
  mailbox,
}) => {
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await signIn.email.pressSequentially('anna @example.com')
  await expect(signIn.email).toHaveValue('anna @example.com')
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

test('the step that nobody had to ask for again comes whatever is pressed before it', async ({
  page,
  mailbox,
}) => {
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await signIn.askForCode(freshEmail(timur))
  const release = await hold(page, '**/assets/login-dialog-*.js')
  await page.reload()
  await page.getByRole('contentinfo').getByRole('link', { name: 'О нас' }).click()
  await expect(page).toHaveURL(/\/about$/)
  release()
  await expect(signIn.code).toBeVisible()
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
  await expect(signIn.dialog.getByText('Напишите адрес почты')).toBeVisible()
  await signIn.email.fill('айгерим')
  await page.keyboard.press('Enter')
  await expect(signIn.dialog.getByText('Введите корректный email')).toBeVisible()
  await expect(signIn.email).toBeFocused()
})

test('Escape closes the dialog and gives the focus back', async ({ page, mailbox }) => {
  const signIn = new SignInPage(page, mailbox)
  await signIn.open()
  await pressEscape(page)
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

  test('a forgotten password is replaced by a code, and then signs in', { tag: '@core' }, async ({
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
