import { pricingTexts, productTexts } from '@app/content/ru/pricing'
import type { ProductType } from '@app/domain/orders/products'
import type { Page } from '@playwright/test'

const oneOf = (...names: string[]) => new RegExp(`^(?:${names.join('|')})$`.replace(/\s/g, '\\s'))

/** Where a doctor comes first, the program's button is for after that. */
const names: Readonly<Record<ProductType, RegExp>> = {
  subscription: oneOf(productTexts.subscription.button, pricingTexts.buttonAfterDoctor),
  consultation: oneOf(productTexts.consultation.button),
}

/** From a pay button, through the sheet that asks where the purchase goes, to the payment page. */
export class CheckoutPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  payButton(product: ProductType) {
    return this.page.locator('#pricing-section').getByRole('button', { name: names[product] })
  }

  get sheet() {
    return this.page.getByRole('dialog')
  }

  get submit() {
    return this.sheet.getByRole('button', { name: /^Перейти\sк\sоплате/ })
  }

  /** A signed-in buyer gives the phone alone; `claim` says that the test on screen is theirs. */
  async fill({ phone = '+77010000005', email, claim = false }: Contact) {
    await this.sheet.getByLabel(/^Телефон/).fill(phone)
    if (email) await this.sheet.getByLabel('Почта').fill(email)
    if (claim) await this.sheet.getByRole('checkbox').check()
  }

  async goToPay(product: ProductType, contact: Contact) {
    await this.payButton(product).click()
    await this.fill(contact)
    await this.submit.click()
  }
}

type Contact = { phone?: string; email?: string; claim?: boolean }
