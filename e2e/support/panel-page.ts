import { expect, type Locator, type Page } from '@playwright/test'

/** The test panel as the staff meet it. */
export class PanelPage {
  readonly page: Page
  /** What the panel alerted, oldest first. */
  readonly alerts: string[] = []

  constructor(page: Page) {
    this.page = page
    page.on('dialog', (dialog) => {
      this.alerts.push(dialog.message())
      void dialog.accept()
    })
  }

  async open() {
    await this.page.goto('/misc')
    await expect(this.page.getByRole('heading', { name: 'Тестовая панель' })).toBeVisible()
  }

  async openTab(name: string) {
    await this.page.getByRole('tab', { name, exact: true }).click()
    await expect(this.page.getByRole('tabpanel', { name, exact: true })).toBeVisible()
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  test(name: string): TestOnPage {
    return new TestOnPage(this.page.getByRole('article', { name, exact: true }))
  }

  customForm(name: string): TestOnPage {
    return new TestOnPage(this.page.getByRole('form', { name, exact: true }))
  }

  /** A value of the System Status card. */
  status(name: string): Locator {
    return this.page.locator('dt', { hasText: name }).first().locator('xpath=following-sibling::dd')
  }

  get secret(): Locator {
    return this.page.getByLabel('Секрет', { exact: true })
  }
}

/** One card with a Test button. */
export class TestOnPage {
  readonly card: Locator

  constructor(card: Locator) {
    this.card = card
  }

  button(name: string): Locator {
    return this.card.getByRole('button', { name, exact: true })
  }

  get editor(): Locator {
    return this.card.getByRole('textbox', { name: /Данные|Тело/ })
  }

  get modified(): Locator {
    return this.card.getByText('Modified', { exact: true })
  }

  get result(): Locator {
    return this.card.getByRole('status').filter({ hasText: /Success|Failed/ })
  }

  async type(text: string) {
    await this.editor.fill(text)
  }

  /** Presses Test and waits for the verdict. */
  async run(verdict: 'Success' | 'Failed') {
    await this.button('Test').click()
    await expect(this.result).toContainText(verdict)
    await expect(this.button('Test')).toBeEnabled()
  }

  /** Returns the server's answer from the collapsed details. */
  async answer(): Promise<string> {
    await this.result.getByText('Подробности ответа').click()
    return (await this.result.locator('pre').textContent()) ?? ''
  }
}
