import type { Page } from '@playwright/test'

/** Opens a tab of the cabinet that is on screen. */
export async function openTab(page: Page, name: 'Программа' | 'Покупки' | 'Результат' | 'Аккаунт') {
  await page.getByRole('tab', { name }).click()
}
