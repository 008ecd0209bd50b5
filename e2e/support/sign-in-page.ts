import { expect, type Page } from '@playwright/test'
import type { MailboxReader } from './fixtures.ts'
import { expectCabinet } from './signed-in.ts'

/** The login dialog as a person meets it. */
export class SignInPage {
  readonly page: Page
  private readonly mailbox: MailboxReader

  constructor(page: Page, mailbox: MailboxReader) {
    this.page = page
    this.mailbox = mailbox
  }

  get dialog() {
    return this.page.getByRole('dialog')
  }

  get code() {
    return this.dialog.getByLabel('Код из письма')
  }

  get email() {
    return this.dialog.getByLabel('Почта')
  }

  get submit() {
    return this.dialog.getByRole('button', { name: 'Войти', exact: true })
  }

  async open() {
    await this.page.goto('/')
    await this.page.getByRole('button', { name: 'Войти', exact: true }).click()
    await expect(this.email).toBeFocused()
  }

  async askForCode(address: string) {
    await this.email.fill(address)
    await this.page.keyboard.press('Enter')
    await expect(this.dialog.getByText('Код подтверждения отправлен на ваш email')).toBeVisible()
  }

  /** The whole way: from the button to the cabinet. */
  async signIn(address: string) {
    const before = (await this.mailbox.mailsTo(address))[0]?.at ?? ''
    await this.open()
    await this.askForCode(address)
    await this.enterCode(address, before)
  }

  /** From the code's step to the cabinet, by the newest code that was mailed after `before`. */
  async enterCode(address: string, before = '') {
    await this.code.fill(await this.mailbox.codeFor(address, before))
    await this.submit.click()
    await expect(this.page).toHaveURL(/\/profile$/)
    // The address changes before the page does.
    await expectCabinet(this.page)
  }

  /** From the menu to the first page, which is loaded anew. */
  async signOut() {
    await this.page.getByRole('button', { name: /^Меню/ }).click()
    await this.page.getByRole('menuitem', { name: 'Выйти' }).click()
    await this.page.waitForURL(/\/$/)
    await expect(this.page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
  }
}
