import type { Page } from '@playwright/test'
import { givenDesk } from './support/desk/given-desk.ts'
import { accessFaults } from './support/faults/access-faults.ts'
import { expect, test } from './support/fixtures.ts'

test.describe.configure({ mode: 'serial' })

let desk: Awaited<ReturnType<typeof givenDesk>>
test.beforeAll(async () => {
  desk = await givenDesk()
})
test.afterAll(() => desk.close())

/** A phone with a lock, which is unlocked whenever it is asked to be. */
async function givenAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  const unlock = (isUserVerified: boolean) =>
    client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { unlock }
}

async function expectNoFaults(page: Page) {
  expect(await accessFaults(page)).toEqual([])
}

test('the owner adds a key and comes in with it, without a letter and without a code', async ({
  page,
  expectedConsoleErrors,
}) => {
  const { unlock } = await givenAuthenticator(page)
  await desk.enterOnce(page)
  await page.goto(`${desk.siteUrl}/desk/access`)
  await expect(page.getByText('Ключей пока нет.')).toBeVisible()
  await page.getByRole('button', { name: 'Добавить ключ' }).click()
  await page.getByRole('button', { name: 'Создать ключ' }).click()
  await expect(page.getByText('Напишите, как назвать ключ.')).toBeVisible()
  await page.getByLabel('Название ключа').fill('Мой телефон')
  // The session is older than a key may be added in: a code is asked for, and the key is made under the name that was typed.
  expectedConsoleErrors.push(/status of 400/)
  await desk.forgetProof()
  await page.getByRole('button', { name: 'Создать ключ' }).click()
  await page.getByLabel('Код из приложения').fill(desk.nextCode())
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Создать ключ' }).click()
  const key = page.getByRole('listitem').filter({ hasText: 'Мой телефон' })
  await expect(key).toContainText('им ещё не входили')
  await expectNoFaults(page)

  // The same device has one already.
  await page.getByRole('button', { name: 'Добавить ключ' }).click()
  await page.getByLabel('Название ключа').fill('Он же')
  await page.getByRole('button', { name: 'Создать ключ' }).click()
  await expect(page.getByText('На этом устройстве ключ уже есть.')).toBeVisible()
  await page.getByRole('button', { name: 'Не добавлять' }).click()

  await key.getByRole('button', { name: 'Переименовать' }).click()
  await page.getByLabel('Название ключа').fill('Телефон владелицы')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Телефон владелицы' })).toBeVisible()

  await page.evaluate(() => localStorage.removeItem('supabase.auth.token'))
  await page.goto(`${desk.siteUrl}/desk`)
  const signIn = page.getByRole('button', { name: 'Войти с ключом доступа' })
  await expect(signIn).toBeVisible()
  await expectNoFaults(page)

  await unlock(false)
  await signIn.click()
  await expect(page.getByText('Ключ не показан.')).toBeVisible()
  await unlock(true)
  await signIn.click()
  // Neither a letter nor the app was asked for.
  await expect(page.getByRole('heading', { name: 'Сегодня', exact: true })).toBeVisible()

  await page.goto(`${desk.siteUrl}/desk/access`)
  const used = page.getByRole('listitem').filter({ hasText: 'Телефон владелицы' })
  await expect(used).toContainText('последний вход')
  await used.getByRole('button', { name: 'Убрать' }).click()
  await used.getByRole('button', { name: 'Да, убрать' }).click()
  await expect(page.getByText('Ключей пока нет.')).toBeVisible()

  await page.evaluate(() => localStorage.removeItem('supabase.auth.token'))
  await page.goto(`${desk.siteUrl}/desk`)
  await signIn.click()
  await expect(page.getByText('Этот ключ не подходит.')).toBeVisible()
})
