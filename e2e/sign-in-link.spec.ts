import { aigerim, freshEmail, timur } from '@app/testing/people'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, type MailboxReader, test } from './support/fixtures.ts'
import { inNewTab } from './support/in-new-tab.ts'
import { QuizPage } from './support/quiz-page.ts'
import { expectTold } from './support/sent-events.ts'
import { SignInPage } from './support/sign-in-page.ts'
import { givenCabinet, signInByCode, storedSession } from './support/signed-in.ts'

const refused = /Failed to load resource.*40[03]/

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

  test('signs in where it was asked for', { tag: '@core' }, async ({ page, mailbox, request }) => {
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

test("a stranger's words in an address are not shown", async ({ page: beside }) => {
  for (const address of [
    '/#error=e&error_description=Позвоните+87770000000',
    '/?error=e&error_description=Позвоните+87770000000',
    '/#error=e&error_code=Позвоните+87770000000',
  ]) {
    await inNewTab(beside, address, async (page) => {
      await page.goto(address)
      await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/Войти по\sссылке не\sполучилось/)
      await expect(page.getByText('87770000000')).toBeHidden()
      await expect(page).toHaveURL(/\/$/)
    })
  }
})

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
