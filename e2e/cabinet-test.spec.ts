import { profileTexts } from '@app/content/ru/ui/profile'
import { sessionTexts } from '@app/content/ru/ui/sign-in/session'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { afterScript, hold } from './support/before-script.ts'
import { expect, test } from './support/fixtures.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { pressEscape } from './support/press-escape.ts'
import { QuizPage } from './support/quiz-page.ts'
import { SignInPage } from './support/sign-in-page.ts'
import { givenCabinet } from './support/signed-in.ts'

test("the cabinet's test opens as often as it is closed, and its keys work as on the first page", async ({
  page,
}) => {
  const quiz = new QuizPage(page)
  await page.goto('/profile')
  const open = page.getByRole('button', { name: 'Пройти тест' })
  const close = page.getByRole('button', { name: 'Закрыть тест' })
  await open.click()
  await quiz.expectAt('gender')
  await quiz.option('gender', 'female').focus()
  await page.keyboard.press('ArrowDown')
  await expect(quiz.option('gender', 'male')).toBeFocused()
  await expect(quiz.option('gender', 'male')).not.toBeChecked()
  await page.keyboard.press('1')
  await quiz.expectAt('age')

  await close.click()
  await expect(open).toBeFocused()
  await open.click()
  await quiz.expectAt('age')
  await page.reload()
  await open.click()
  await quiz.expectAt('age')
  await page.goBack()
  await quiz.expectAt('gender')
  await close.click()
  await open.click()
  await expect(quiz.step('gender').or(quiz.step('age'))).toBeVisible()
})

test('a user without a result takes the quiz over the cabinet and finds it there', async ({
  page,
  mailbox,
}) => {
  const address = freshEmail(timur)
  await givenCabinet(page, mailbox, address)
  await expect(page.getByText('Здесь появится ваш результат')).toBeVisible()

  await page.getByRole('button', { name: 'Пройти тест' }).click()
  const quiz = new QuizPage(page)
  await quiz.walk(timur, { from: 'gender' })
  await quiz.fillContact(timur, address)
  await quiz.submit.click()
  await expect(quiz.result('C2')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Результат сохранён в личном кабинете.')).toBeVisible()
  await expect(page.getByText(/Войдите с\sвашей почтой/)).toBeHidden()

  await page.reload()
  await expect(quiz.result('C2')).toBeVisible()
  await expect(page.getByText('Это вы проходили тест?')).toBeHidden()
})

test('the second tap of a double tap on the submit presses nothing of the result in the cabinet', async ({
  page,
  mailbox,
}) => {
  const address = freshEmail(aigerim)
  await givenCabinet(page, mailbox, address)
  await givenQuizAt(page, 'contact', aigerim, '/profile')
  await page.getByRole('button', { name: 'Пройти тест' }).click()
  const quiz = new QuizPage(page)
  await quiz.fillContact(aigerim, address)
  const isTaken = await quiz.submit.evaluate(async (button: HTMLElement) => {
    const tap = (detail: number) => new MouseEvent('click', { bubbles: true, cancelable: true, detail })
    const [first, second] = [tap(1), tap(2)]
    button.dispatchEvent(first)
    const title = () => document.querySelector('[data-subcategory] #result-title')
    while (!title()) await new Promise(requestAnimationFrame)
    return !title()?.dispatchEvent(second)
  })
  expect(isTaken).toBe(true)
})

test('a visitor’s test waits for its script where it was asked for, and begins nothing before', async ({
  page,
}) => {
  const release = await hold(page, '**/assets/quiz-dialog-*.js')
  await page.goto('/profile')
  const take = page.getByRole('button', { name: profileTexts.takeTest })
  await take.click()
  await expect(take).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(profileTexts.signIn.title)
  expect(await page.evaluate(() => localStorage.getItem('yasny-den.quiz'))).toBeNull()
  release()
  await new QuizPage(page).expectAt('gender')
  await page.goBack()
  await expect(take).not.toHaveAttribute('aria-busy')
})

test.describe('where the script of the test does not come', () => {
  test.use({ expectedConsoleErrors: [/404/] })

  test('nothing is begun, and it says so', async ({ page }) => {
    await page.route('**/assets/quiz-dialog-*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto('/profile')
    await page.getByRole('button', { name: profileTexts.takeTest }).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(sessionTexts.notOpened)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(profileTexts.signIn.title)
    expect(await page.evaluate(() => localStorage.getItem('yasny-den.quiz'))).toBeNull()
  })
})

test('a test that comes late does not open over a sign-in that was asked for since', async ({ page }) => {
  const release = await hold(page, '**/assets/quiz-dialog-*.js')
  await page.goto('/profile')
  await page.getByRole('button', { name: profileTexts.takeTest }).click()
  await page.getByRole('main').getByRole('button', { name: 'Войти' }).click()
  const login = page.getByRole('dialog', { name: 'Войти в аккаунт' })
  await expect(login).toBeVisible()
  await afterScript(page, /quiz-dialog-/, release)
  await pressEscape(page)
  await expect(login).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: profileTexts.takeTest })).not.toHaveAttribute('aria-busy')
})

test('a result that is brought back is not wiped by a test that was asked for before', async ({ page }) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  await quiz.submit.click()
  const result = page.getByRole('main').locator('[data-subcategory]')
  await expect(result).toBeVisible()
  await page.getByRole('button', { name: 'Пройти тест заново' }).click()
  const release = await hold(page, '**/assets/quiz-dialog-*.js')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Личный кабинет' }).click()
  await page.getByRole('button', { name: profileTexts.takeTest }).click()
  await page.getByRole('button', { name: 'Вернуть' }).click()
  release()
  await expect(result).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('yasny-den.result'))).not.toBeNull()
})

test('what was pressed later stays alone on the page: a test, a sign-in or the device to forget', async ({
  page,
}) => {
  const take = page.getByRole('button', { name: profileTexts.takeTest })
  const forget = page.getByRole('contentinfo').getByRole('button', { name: sessionTexts.forget })
  const dialogs = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  /** Presses one, then another, and has the script of the first come only then. */
  async function overtake(script: string, first: () => Promise<void>, second: () => Promise<void>) {
    // Before the page, which fetches what its test needs as soon as it is idle.
    const release = await hold(page, `**/assets/${script}-*.js`)
    await page.goto('/profile')
    await first()
    await second()
    await expect(dialogs).toHaveCount(1)
    await afterScript(page, new RegExp(`/${script}-`), release)
  }
  const signIn = () => page.getByRole('main').getByRole('button', { name: 'Войти' }).click()

  await overtake('forget-dialog', () => forget.click(), signIn)
  await pressEscape(page)
  await expect(dialogs).toHaveCount(0)

  await overtake(
    'quiz-dialog',
    () => take.click(),
    () => forget.click(),
  )
  await pressEscape(page)
  await expect(dialogs).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('yasny-den.quiz'))).toBeNull()

  // Also with a key held that opens links elsewhere, which a button is not.
  await overtake('login-dialog', signIn, () => take.click({ modifiers: ['Shift'] }))
  const quiz = new QuizPage(page)
  await quiz.step('gender').getByRole('radio', { name: 'Женский' }).click()
  await quiz.expectAt('age')
  await expect(page.getByRole('dialog', { name: 'Войти в аккаунт' })).toHaveCount(0)
})

test('answers that were wiped are brought back at once, though the test is shown later', async ({ page }) => {
  await givenQuizAt(page, 'height', aigerim)
  const kept = () => page.evaluate(() => localStorage.getItem('yasny-den.quiz') ?? '')
  await page.getByRole('button', { name: 'Начать заново' }).click()
  const release = await hold(page, '**/assets/quiz-dialog-*.js')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Личный кабинет' }).click()
  // The first page has a note of its own, which stands until the cabinet is drawn.
  await expect(page.getByRole('button', { name: profileTexts.takeTest })).toBeVisible()
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect.poll(kept).toContain('"gender":"female"')
  release()
  await new QuizPage(page).expectAt('height')
})

test.describe('without a network', () => {
  test.use({ expectedConsoleErrors: [/net::ERR_INTERNET_DISCONNECTED/] })

  test('whoever has their cabinet takes the test', async ({ page, mailbox, context }) => {
    await givenCabinet(page, mailbox, freshEmail(timur))
    await expect(page.getByText('Здесь появится ваш результат')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: profileTexts.takeTest }).click()
    await new QuizPage(page).expectAt('gender')
  })
})

test('the quiz over the cabinet closes without leaving its steps in the history', async ({
  page,
  mailbox,
}) => {
  await new SignInPage(page, mailbox).signIn(freshEmail(timur))
  await page.getByRole('button', { name: 'Пройти тест' }).click()
  await new QuizPage(page).walk(timur, { from: 'gender', until: 'height' })
  await page.getByRole('button', { name: 'Закрыть тест' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})
