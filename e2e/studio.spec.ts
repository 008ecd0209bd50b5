import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { accessFaults } from './support/faults/access-faults.ts'
import { expect, test } from './support/fixtures.ts'
import { givenStudio, type Studio, signInToStudio } from './support/given-studio.ts'

test.use({ expectedConsoleErrors: [/the server responded with a status of 40[013]/] })

// One platform for both: they do not touch what the other looks at.
test.describe.configure({ mode: 'default' })

let studio: Studio
let asel: string

test.beforeAll(async () => {
  studio = await givenStudio()
  const users = ['asel@example.com', 'berik@example.com'].map(async (email) => {
    const { data } = await studio.service.auth.admin.createUser({ email, email_confirm: true })
    return data.user?.id ?? ''
  })
  const [one = '', other = ''] = await Promise.all(users)
  asel = one
  await studio.service.from('notes').insert([
    { user_id: one, title: '<img src=x onerror="document.title=1">' },
    { user_id: other, title: 'of Berik' },
  ])
})
test.afterAll(() => studio.close())

test('a developer sees the rows of each role, and is told plainly what its policies refuse', async ({
  page,
}) => {
  await page.goto(`${studio.url}/studio`)
  await page.getByLabel('Service key').fill('sb_secret_wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('not the service key')
  await signInToStudio(page, studio)
  await page.getByRole('link', { name: /^notes/ }).click()
  await expect(page.getByRole('cell', { name: 'of Berik' })).toBeVisible()
  // What is in a cell is text, whatever it looks like.
  await expect(page.getByRole('cell', { name: '<img src=x' })).toBeVisible()
  await expectWellMade(page)

  await page.getByRole('button', { name: 'anon' }).click()
  await expect(page.getByRole('heading', { name: 'No rows for anon' })).toBeVisible()
  await page.getByRole('button', { name: 'a user…' }).click()
  await page.getByRole('button', { name: /^asel@example.com/ }).click()
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'of Berik' })).toBeHidden()

  await page.getByRole('button', { name: 'Insert a row' }).click()
  await page.getByLabel(/^user_id uuid/).fill(crypto.randomUUID())
  await page.getByLabel(/^title text/).fill('not mine')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('button', { name: 'Insert the row' }).click()
  await expect(page.getByRole('alert')).toContainText('42501')
  await expect(page.getByRole('alert')).toContainText('no policy lets asel@example.com insert such a row')
  await page.getByLabel(/^user_id uuid/).fill(asel)
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('button', { name: 'Insert the row' }).click()
  await expect(page.getByRole('status')).toContainText('1 row inserted as asel@example.com')
  await expect(page.getByText('1–2 of 2')).toBeVisible()

  await page.getByRole('button', { name: 'Open row 2' }).click()
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  // What does not come back is not under the finger.
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete the row' }).click()
  await expect(page.getByRole('status')).toContainText('1 row deleted')
  await page.getByRole('tab', { name: 'Policies' }).click()
  await expect(page.getByText('a user has their own notes')).toBeVisible()
  expect(await page.title()).toBe('Studio')
})

test('users, files and requests are looked after on a phone, and signing out closes it all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInToStudio(page, studio)
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'Create a user' }).click()
  await page.getByLabel('Email', { exact: true }).fill('dana@example.com')
  await page.getByRole('button', { name: 'Create the user' }).click()
  await expect(page.getByRole('status')).toContainText('No mail was sent')
  await page.getByRole('button', { name: 'dana@example.com' }).click()
  await page.getByRole('button', { name: 'Ban for a day' }).click()
  await page.getByRole('button', { name: 'Ban the user' }).click()
  await expect(page.getByText(/^banned until/)).toBeVisible()
  await expectWellMade(page)

  await page.getByRole('link', { name: 'Storage' }).click()
  await page.getByRole('link', { name: /^documents/ }).click()
  const file = { name: 'report 1.txt', mimeType: 'text/plain', buffer: Buffer.from('salem') }
  await page.getByLabel('Upload a file').setInputFiles(file)
  await expect(page.getByRole('status')).toContainText('report 1.txt is uploaded as service_role')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download report 1.txt' }).click()
  const download = await downloading
  expect(await readFile(await download.path(), 'utf8')).toBe('salem')
  await page.getByRole('button', { name: 'anon' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing here for anon' })).toBeVisible()
  await expectWellMade(page)

  await page.getByRole('link', { name: 'Logs' }).click()
  await expect(page.getByText('/storage/v1/object/authenticated/:bucket/*').first()).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Service key')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Service key')).toBeVisible()
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
    0,
    0,
    '',
  ])
})

/** Nothing that the rules of accessibility forbid, and nothing wider than the screen. */
async function expectWellMade(page: Page): Promise<void> {
  expect(await accessFaults(page)).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
}
