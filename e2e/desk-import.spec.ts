import { buffer } from 'node:stream/consumers'
import { writeXlsx } from '@app/server/desk/exports/xlsx'
import { givenDesk } from './support/desk/given-desk.ts'
import { accessFaults } from './support/faults/access-faults.ts'
import { expect, test } from './support/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

let desk: Awaited<ReturnType<typeof givenDesk>>
test.beforeAll(async () => {
  desk = await givenDesk()
})
test.afterAll(() => desk?.close())

/** A title above the names of columns, an empty column, and one whose name does not tell what it holds. */
const workbook = writeXlsx({ head: ['Марафон, весна'], batches: batches() }, 'Лист1')

async function* batches() {
  yield [
    ['Участница', null, 'Телефон', 'Почта', 'Жалобы'],
    ['Гүлзат Омарова', null, '8 708 555 11 22', 'gulzat@example.kz', 'сон'],
    ['Роза', null, '+7 708 555 33 44', null, 'вес'],
    ['Мадина', null, '87010000003', null, null],
    ['Без номера', null, '8708', null, null],
    ['Роза ещё раз', null, 77_085_553_344, null, null],
  ]
}

test('the owner brings people in from a file and takes them out again', { tag: '@core' }, async ({
  page,
}) => {
  await desk.enter(page)
  await page.goto(`${desk.siteUrl}/desk/people`)
  const people = page.getByRole('table', { name: 'Люди' }).getByRole('rowheader').getByRole('link')
  const before = await people.count()
  await page.getByRole('link', { name: 'Перенести контакты' }).click()
  const file = page.getByLabel('Файл с контактами')
  const choose = (content: Buffer) =>
    file.setInputFiles({ name: 'contacts.xlsx', mimeType: '', buffer: content })

  await choose(Buffer.from('%PDF-1.7'))
  await expect(page.getByText('Это не таблица')).toBeVisible()
  await choose(await buffer(workbook))
  const roleOf = (column: string) => page.getByLabel(`Что в столбце «${column}»`)
  await expect(roleOf('Телефон')).toHaveValue('phone')
  await expect(roleOf('Почта')).toHaveValue('email')
  await page.getByText('Ещё столбцы: 2').click()
  await roleOf('Участница').selectOption({ label: 'имя' })
  await expect(page.getByText('3 человека в файле')).toBeVisible()
  await expect(page.getByText('Строка 6: телефон «8708» с ошибкой, не перенесём')).toBeVisible()
  await page.getByLabel('Откуда эти люди').fill('Марафон')
  await page.getByRole('button', { name: 'Проверить, кто уже есть' }).click()
  await expect(page.getByText('Уже есть на столе: 1 человек')).toBeVisible()
  expect(await accessFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Перенести 3 человека' }).click()
  await expect(page.getByText('Готово: новых — 2, присоединили к тем, кто уже есть, — 1.')).toBeVisible()

  await page.getByRole('link', { name: 'Показать этих людей' }).click()
  await expect(people).toHaveCount(2)
  await expect(people.filter({ hasText: 'Роза' })).toBeVisible()
  await expect(page.getByText('Импорт: Марафон').filter({ visible: true }).first()).toBeVisible()
  await people.filter({ hasText: 'Гүлзат' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Гүлзат Омарова')
  expect(await accessFaults(page)).toEqual([])

  await page.goto(`${desk.siteUrl}/desk/people/import`)
  const done = page.getByRole('listitem').filter({ hasText: 'Импорт: Марафон' })
  await expect(done).toContainText('3 из 3, из них уже были на столе: 1')
  await done.getByRole('button', { name: 'Отменить импорт' }).click()
  await done.getByRole('button', { name: 'Отменить импорт целиком' }).click()
  await expect(done).toContainText('Отменён')
  await page.getByRole('link', { name: 'К людям' }).click()
  await expect(people).toHaveCount(before)
})
