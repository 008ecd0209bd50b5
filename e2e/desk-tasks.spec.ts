import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { givenDesk } from './support/desk/given-desk.ts'
import { accessFaults } from './support/faults/access-faults.ts'
import { expect, test } from './support/fixtures.ts'
import { inNewTab } from './support/in-new-tab.ts'

test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 390, height: 844 } })

let desk: Awaited<ReturnType<typeof givenDesk>>
test.beforeAll(async () => {
  desk = await givenDesk()
})
test.afterAll(() => desk?.close())

/** A thumb that is counted: three presses from the first screen of the desk must do. */
class Thumb {
  presses = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async press(what: Locator): Promise<void> {
    this.presses += 1
    await what.click()
  }
  async choose(what: Locator, label: string): Promise<void> {
    this.presses += 1
    await what.selectOption({ label })
  }
  view = (name: string) =>
    this.press(
      this.page.getByRole('navigation', { name: 'Разделы рабочего стола' }).getByRole('link', { name }),
    )
  chip = (name: string) => this.press(this.page.getByRole('button', { name, exact: true, pressed: false }))
}

const people = (page: Page) =>
  page.getByRole('table', { name: 'Люди' }).getByRole('rowheader').getByRole('link')

const tasks: Record<string, (thumb: Thumb, page: Page) => Promise<void>> = {
  'who finished yesterday from Instagram and did not pay': async (thumb, page) => {
    await thumb.view('Люди')
    await thumb.chip('Прошли вчера, не купили')
    await thumb.choose(page.getByLabel('Источник'), 'instagram')
    await expect(people(page)).toHaveText(['Айгерим'])
  },
  'who agreed to be written to and did not buy': async (thumb, page) => {
    await thumb.view('Люди')
    await thumb.chip('Прошли и согласны, не купили')
    await expect(people(page)).toHaveText(['Айгерим', 'Мадина'])
  },
  'whose program stands, and what can be done about it': async (thumb, page) => {
    await thumb.view('Люди')
    await thumb.chip('Программа стоит')
    await thumb.press(people(page).filter({ hasText: 'Тимур' }))
    await expect(page.getByRole('button', { name: 'Поставить на паузу' })).toBeVisible()
  },
  'who waits for an answer the longest': async (thumb, page) => {
    await thumb.view('Сообщения')
    const rows = page.getByRole('table', { name: 'Кто ждёт ответа' }).getByRole('rowheader')
    await expect(rows).toContainText(['Ержан', 'Сауле'])
    await expect(page.getByText('WhatsApp разрешает свободный текст сутки')).toBeVisible()
  },
  'an answer to a question': async (thumb, page) => {
    await thumb.view('Сообщения')
    await thumb.press(page.getByRole('button', { name: 'Ответить' }))
    await page.getByLabel('Ответ', { exact: true }).fill('Одну чашку утром')
    await thumb.press(page.getByRole('button', { name: 'Отправить' }))
    await expect(page.getByRole('status').filter({ hasText: /^Ответ отправляем/ })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('table', { name: 'Кто ждёт ответа' }).getByRole('rowheader')).toHaveCount(1)
  },
  'what did not arrive, and what helps': async (thumb, page) => {
    await thumb.view('Сообщения')
    await thumb.chip('Не дошли')
    const row = page.getByRole('table', { name: 'Что не дошло' }).getByRole('row', { name: /Олег/ })
    await expect(row).toContainText('Напишите на почту')
  },
  'a time for a consultation that was paid': async (thumb, page) => {
    await thumb.view('Деньги')
    await thumb.chip('Консультации')
    const year = new Date().getFullYear() + 1
    await page.getByLabel('День: Данияр').fill(`${year}-01-15`)
    await page.getByLabel('Время по Алматы: Данияр').fill('10:00')
    const item = page.getByRole('listitem').filter({ hasText: 'Данияр' })
    await thumb.press(item.getByRole('button', { name: 'Назначить' }))
    const arranged = page.getByRole('region', { name: 'Назначены' })
    await expect(arranged.getByRole('listitem').filter({ hasText: 'Данияр' })).toContainText(
      `15 янв. ${year}, 10:00`,
    )
    await expect(page.getByRole('status').getByRole('button', { name: 'Вернуть' })).toBeVisible()
  },
  'what the last week brought, product by product': async (thumb, page) => {
    await thumb.view('Деньги')
    await thumb.choose(page.getByLabel('За время'), '7 дней')
    await thumb.choose(page.getByLabel('По', { exact: true }), 'продуктам')
    const row = page
      .getByRole('table', { name: 'Оплаты и возвраты' })
      .getByRole('row', { name: /Консультация/ })
    await expect(row).toContainText('95 000 ₸')
  },
  'who still owes': async (thumb, page) => {
    await thumb.view('Люди')
    await thumb.chip('С долгом')
    await expect(people(page)).toHaveText(['Жанна'])
  },
  'whose money went back': async (thumb, page) => {
    await thumb.view('Деньги')
    await thumb.chip('Заказы')
    await thumb.choose(page.getByLabel('Состояние'), 'Возвращено')
    await expect(page.getByRole('table', { name: 'Заказы' }).getByRole('link')).toHaveText(['Сауле'])
  },
  'somebody by the end of their number': async (thumb, page) => {
    await thumb.view('Люди')
    await page.getByRole('searchbox').fill('0003')
    await thumb.press(page.getByRole('button', { name: 'Найти' }))
    await expect(people(page)).toHaveText(['Мадина'])
    await thumb.press(people(page))
    await expect(page.getByRole('heading', { level: 1, name: 'Мадина' })).toBeVisible()
    expect(page.url()).not.toContain('0003')
  },
  'everybody in a file': async (thumb, page) => {
    await thumb.view('Люди')
    const download = page.waitForEvent('download')
    await thumb.press(page.getByRole('button', { name: 'Скачать CSV' }))
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(1 + 9)
  },
}

test('three presses find each of them', async ({ page: beside }) => {
  test.slow()
  for (const [task, does] of Object.entries(tasks)) {
    await inNewTab(beside, task, async (page) => {
      await desk.enter(page)
      await page.goto(`${desk.siteUrl}/desk`)
      await expect(page.getByRole('navigation', { name: 'Разделы рабочего стола' })).toBeVisible()
      const thumb = new Thumb(page)
      await does(thumb, page)
      expect(thumb.presses, task).toBeLessThanOrEqual(3)
    })
  }
})

test('an answer that is being written fits a phone, and is there after a look at the money', async ({
  page,
}) => {
  await desk.enter(page)
  await page.goto(`${desk.siteUrl}/desk/messages?show=all`)
  await page.getByRole('button', { name: 'Ответить' }).click()
  const field = page.getByLabel('Ответ', { exact: true })
  await expect(field).toBeFocused()
  await field.fill('Да, но без сахара')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect((await field.boundingBox())?.width).toBeGreaterThan(300)
  await new Thumb(page).view('Деньги')
  await expect(page.getByRole('heading', { level: 1, name: 'Деньги' })).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('Да, но без сахара')
  await page.getByRole('rowheader').getByRole('link', { name: 'Сауле' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Сауле' })).toBeVisible()
  await expect(field).toHaveValue('Да, но без сахара')
})

test('every view stays inside a phone and has no fault of access', { tag: '@core' }, async ({
  page,
  expectedConsoleErrors,
}) => {
  // Of the address of nobody.
  expectedConsoleErrors.push(/Failed to load resource.*400/)
  await desk.enter(page)
  // The desk reads who came when it is looked at.
  await page.goto(`${desk.siteUrl}/desk/people`)
  await expect(people(page).filter({ hasText: 'Тимур' })).toBeVisible()
  const { id } = await desk.db
    .selectFrom('desk_people')
    .select('id')
    .where('name', '=', 'Тимур')
    .executeTakeFirstOrThrow()
  for (const path of [
    'people',
    `people/${id}`,
    'messages?show=all',
    'money',
    'money/consultations',
    'money/registry',
    'funnel',
    'journal',
    'access',
    'people/nobody',
  ]) {
    await page.goto(`${desk.siteUrl}/desk/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Загружаем' })).toHaveCount(0)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, path).toBeLessThanOrEqual(390)
    expect(await accessFaults(page, { impacts: ['serious', 'critical'] }), path).toEqual([])
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    const large = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(large, `${path} in letters twice as large`).toBeLessThanOrEqual(390)
  }
  // The last of them is nobody's.
  await expect(page.getByRole('heading', { name: 'Такого человека нет' })).toBeVisible()
  await page.getByRole('link', { name: 'Все люди' }).click()
  await expect(people(page).filter({ hasText: 'Тимур' })).toBeVisible()
})
