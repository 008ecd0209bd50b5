import { readFile } from 'node:fs/promises'
import { almatyDay } from '@app/domain/time/almaty'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { givenDesk } from './support/desk/given-desk.ts'
import { expect, test } from './support/fixtures.ts'

test.describe.configure({ mode: 'default' })

let desk: Awaited<ReturnType<typeof givenDesk>>
test.beforeAll(async () => {
  desk = await givenDesk()
})
test.afterAll(() => desk?.close())

const open = (page: Page, path: string) => page.goto(`${desk.siteUrl}/desk/${path}`)

/** Opens somebody's page the way the owner does. */
async function openPerson(page: Page, name: string) {
  await open(page, 'people')
  await page.getByRole('table', { name: 'Люди' }).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true })
const section = (page: Page, name: string) => page.getByRole('region', { name })

/** Two presses as one impatient finger makes them, the second after the first has done what it does. */
async function pressTwice(what: Locator, done: Locator) {
  await what.click()
  await expect(done).toBeVisible()
  const { mouse } = what.page()
  await mouse.down({ clickCount: 2 })
  await mouse.up({ clickCount: 2 })
}

const sentTo = (name: string) =>
  desk.db
    .selectFrom('messages')
    .innerJoin('message_contacts', 'message_contacts.id', 'contact_id')
    .innerJoin('desk_people', 'desk_people.phone', 'message_contacts.phone')
    .select(['kind', 'day', 'text'])
    .where('desk_people.name', '=', name)
    .where('kind', 'in', ['checklist', 'manual', 'answer'])
    .orderBy('messages.created_at')
    .execute()

test('what is marked and written down about a person is there after a reload', async ({ page }) => {
  await desk.enter(page)
  await openPerson(page, 'Мадина')
  const marks = section(page, 'Отметки')
  const notes = section(page, 'Заметки')

  await marks.getByLabel('Статус').selectOption({ label: 'Общаемся' })
  await expect(page.getByRole('status').getByText('Сохранили.')).toBeVisible()
  const date = marks.getByLabel('Связаться')
  await date.focus()
  // Alike whether a day or a month is written first.
  await date.pressSequentially('03032030')
  await expect(date).toHaveValue('2030-03-03')
  // The half that is there stays while the other one is written anew.
  await date.press('Backspace')
  await date.pressSequentially('2031')
  await expect(date).toHaveValue('2031-03-03')
  const tag = marks.getByLabel('Новая метка')
  await tag.fill('вечер')
  await tag.press('Enter')
  await tag.fill('кофе')
  await tag.press('Enter')
  await expect(marks.getByRole('list', { name: 'Метки' }).getByRole('listitem')).toHaveText(['вечер', 'кофе'])
  await notes.getByLabel('Новая заметка').fill('Не может по средам')
  await notes.getByRole('checkbox').uncheck()
  await pressTwice(button(notes, 'Записать'), notes.getByRole('listitem').first())
  await notes.getByLabel('Новая заметка').fill('Щитовидка')
  await button(notes, 'Записать').click()
  await expect(notes.getByRole('listitem')).toHaveCount(2)

  await page.reload()
  await expect(marks.getByLabel('Статус')).toHaveValue('talking')
  await expect(date).toHaveValue('2031-03-03')
  await expect(marks.getByRole('list', { name: 'Метки' }).getByRole('listitem')).toHaveText(['вечер', 'кофе'])
  await expect(notes.getByRole('listitem')).toHaveText([/^Щитовидка.*Про здоровье/, /^Не может по средам/])

  await button(marks, 'Убрать метку «кофе»').click()
  await expect(marks.getByRole('listitem')).toHaveText(['вечер'])
  await button(page.getByRole('status'), 'Вернуть').click()
  await expect(marks.getByRole('listitem')).toHaveText(['вечер', 'кофе'])
  await expect(button(page.getByRole('status'), 'Вернуть')).toHaveCount(0)

  const health = notes.getByRole('listitem').filter({ hasText: 'Щитовидка' })
  await button(health, 'Удалить заметку').click()
  await page.reload()
  await button(health, 'Удалить заметку').click()
  await button(health, 'Удалить').click()
  await expect(notes.getByRole('listitem')).toHaveText([/^Не может по средам/])
})

test('a note that is typed while another is being saved is about health until it is said not to be', async ({
  page,
}) => {
  await desk.enter(page)
  await openPerson(page, 'Тимур')
  const notes = section(page, 'Заметки')
  const text = notes.getByLabel('Новая заметка')
  let save = () => {}
  const held = new Promise<void>((resolve) => {
    save = resolve
  })
  await page.route('**/notes', (route) => held.then(() => route.continue()), { times: 1 })
  await text.fill('Любит утро')
  await notes.getByRole('checkbox').uncheck()
  await button(notes, 'Записать').click()
  await text.fill('Диабет')
  save()
  await expect(notes.getByRole('listitem')).toHaveText([/^Любит утро/])
  await button(notes, 'Записать').click()
  await expect(notes.getByRole('listitem')).toHaveText([/^Диабет.*Про здоровье/, /^Любит утро/])
})

test.describe('with a code asked for on the way', () => {
  // The server asks for a code by refusing.
  test.use({ expectedConsoleErrors: [/403/] })

  test('a program is halted, goes on, is moved, repeats a day, and ends with its money', {
    tag: '@core',
  }, async ({ page }) => {
    await desk.enter(page)
    await openPerson(page, 'Тимур')
    const bought = section(page, 'Покупки и программа')
    const action = (name: string) => button(bought, name)

    await pressTwice(action('Поставить на паузу'), action('Продолжить'))
    await page.reload()
    await expect(bought.getByText('На паузе')).toBeVisible()
    await action('Продолжить').click()
    await expect(bought.getByText('На паузе')).toHaveCount(0)

    await bought.getByLabel('С какого дня').selectOption({ label: 'День 4' })
    await action('Перенести на этот день').click()
    await page.reload()
    await expect(bought.getByText('Отправлено дней: 0 из 5, дальше день 2')).toBeVisible()
    await bought.getByLabel('С какого дня').selectOption({ label: 'День 4' })
    await action('Перенести на этот день').click()
    await expect(bought.getByText('Пропустим и не пришлём: день 1, день 2, день 3.')).toBeVisible()
    await action('Да').click()
    await expect(bought.getByText('Отправлено дней: 0 из 5, дальше день 4')).toBeVisible()
    await expect(bought.getByText('По условиям вернуть 5 000 ₸')).toBeVisible()

    await bought.getByLabel('С какого дня').selectOption({ label: 'День 2' })
    await action('Прислать день 2').click()
    await pressTwice(action('Прислать'), page.getByRole('status').getByText('Сообщение отправляем.'))
    await expect(section(page, 'Что было')).toContainText('отправлено вручную, день 2')
    expect(await sentTo('Тимур')).toEqual([{ kind: 'manual', day: 2, text: null }])

    await action('Отметить возврат').click()
    await page.reload()
    await expect(bought.getByText('Оплачено')).toBeVisible()
    await desk.forgetProof()
    await action('Отметить возврат').click()
    await action('Отметить возврат').click()
    await bought.getByLabel('Код из приложения').fill(desk.nextCode())
    await action('Отметить возврат').click()
    await expect(bought.getByText('Возвращено')).toBeVisible()
    await page.reload()
    await expect(bought.getByText('Возвращено')).toBeVisible()
    await expect(action('Отметить возврат')).toHaveCount(0)
  })
})

test('consultations are arranged and held, and the registry is compared', { tag: '@core' }, async ({
  page,
}) => {
  await desk.enter(page)
  await open(page, 'money/consultations')
  const list = (name: string) => section(page, name).getByRole('listitem')
  const fillTime = async (day: string, time: string) => {
    await page.getByLabel('День: Данияр').fill(day)
    await page.getByLabel('Время по Алматы: Данияр').fill(time)
  }
  const year = new Date().getFullYear() + 1
  const concern = list('Назначить время').getByText(/через\s14\sдней|раннее\sутро/)
  await fillTime(almatyDay(new Date(Date.now() + 24 * 3_600_000)), '12:00')
  await expect(concern).toHaveCount(0)
  await fillTime(`${year}-01-15`, '03:00')
  await expect(concern).toHaveCount(2)
  await fillTime(`${year}-01-15`, '10:00')
  await expect(concern).toHaveCount(1)
  await button(list('Назначить время'), 'Назначить').click()
  await expect(list('Назначены').filter({ hasText: 'Данияр' })).toContainText(`15 янв. ${year}, 10:00`)
  await button(page.getByRole('status'), 'Вернуть').click()
  await expect(list('Назначить время')).toContainText('Данияр')
  await fillTime(`${year}-01-16`, '18:30')
  await button(list('Назначить время'), 'Назначить').click()
  await button(list('Назначены').filter({ hasText: 'Жанна' }), 'Прошла').click()
  await expect(list('Прошли')).toContainText('Жанна')
  await page.reload()
  await expect(list('Назначены')).toContainText(`16 янв. ${year}, 18:30`)
  await expect(list('Прошли')).toContainText('Жанна')
  await button(list('Назначены'), 'Снять время').click()
  await expect(list('Назначить время')).toContainText('Данияр')

  await open(page, 'money/registry')
  const orders = await desk.db.selectFrom('orders').select(['inv_id', 'name', 'charge_tiyn']).execute()
  const of = (name: string) => orders.find((order) => order.name === name) ?? { inv_id: 0, charge_tiyn: 0 }
  const [zhanna, daniyar] = [of('Жанна'), of('Данияр')]
  const today = almatyDay(new Date())
  const registry = [
    'Номер счета;Сумма;Дата оплаты;Статус',
    `${zhanna.inv_id};${zhanna.charge_tiyn / 100},00;${today} 10:00;Оплачен`,
    `${daniyar.inv_id};1000,00;${today} 11:00;Оплачен`,
    `999999;5000,00;${today} 12:00;Оплачен`,
  ].join('\r\n')
  await page
    .getByLabel('Файл реестра')
    .setInputFiles({ name: 'реестр.csv', mimeType: 'text/csv', buffer: Buffer.from(registry) })
  await expect(page.getByText('Сошлось: 1 оплата')).toBeVisible()
  const differs = page.getByRole('table', { name: 'Что не сошлось' })
  const named = (name: string) => differs.getByRole('row').filter({ hasText: name })
  await expect(named('Данияр')).toContainText('Суммы разные')
  await expect(named('№ 999999')).toContainText('Такого заказа у нас нет')
})

test.describe('at a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('answers, lists of one’s own, the checklist, a file and a farewell', async ({ page }) => {
    await desk.enter(page)
    await open(page, 'messages')
    const waiting = page.getByRole('table', { name: 'Кто ждёт ответа' })
    const waits = waiting.getByRole('rowheader')
    await expect(waits).toContainText(['Ержан', 'Сауле'])
    await pressTwice(
      button(waiting.getByRole('row').filter({ hasText: 'Ержан' }), 'Уже ответили'),
      waits.filter({ hasText: 'Сауле' }).and(waits.first()),
    )
    await page.reload()
    await expect(waits).toHaveText([/^Сауле/])
    await button(waiting, 'Ответить').click()
    await waiting.getByLabel('Ответ', { exact: true }).fill('Одну чашку утром')
    await button(waiting, 'Отправить').click()
    await expect(page.getByText('Все вопросы отвечены.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Все вопросы отвечены.')).toBeVisible()
    expect(await sentTo('Сауле')).toEqual([{ kind: 'answer', day: null, text: 'Одну чашку утром' }])

    await open(page, 'people')
    await page.getByLabel('Источник').selectOption({ label: 'google' })
    await button(page, 'Фильтры').click()
    await page.getByLabel('Покупки').selectOption({ label: 'не купили' })
    await button(page, 'Сохранить выборку').click()
    await page.getByLabel('Как назвать').fill('Из поиска')
    await button(page, 'Сохранить').click()
    await expect(page.getByRole('button', { name: 'Из поиска', pressed: true })).toBeVisible()
    await open(page, 'people')
    await page.getByRole('button', { name: 'Из поиска', pressed: false }).click()
    const people = page.getByRole('table', { name: 'Люди' }).getByRole('rowheader').getByRole('link')
    await expect(people).toHaveText(['Алия'])
    await button(page, 'Удалить выборку').click()
    await button(page, 'Удалить').click()
    await expect(button(page, 'Из поиска')).toHaveCount(0)
    await page.reload()
    await expect(button(page, 'Все')).toBeVisible()
    await expect(button(page, 'Из поиска')).toHaveCount(0)

    await people.filter({ hasText: 'Алия' }).click()
    await button(page, /Прислать чек.лист ещё раз/).click()
    await page.reload()
    await button(page, /Прислать чек.лист ещё раз/).click()
    await pressTwice(button(page, 'Прислать'), page.getByText(/Чек.лист отправляем/))
    await expect(section(page, 'Что было')).toContainText(/Чек.лист/)
    expect(await sentTo('Алия')).toMatchObject([{ kind: 'checklist' }])

    const download = page.waitForEvent('download')
    await button(page, 'Скачать все данные').click()
    expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toMatchObject({
      tables: { quiz_leads: [{ name: 'Алия' }] },
    })
    await button(page, 'Удалить человека').click()
    await page.reload()
    await button(page, 'Удалить человека').click()
    await button(page, 'Да, удалить навсегда').click()
    await expect(page).toHaveURL(/\/desk\/people$/)
    await expect(page.getByRole('status').getByText('Человека больше нет в базе.')).toBeVisible()
    await expect(people.filter({ hasText: 'Мадина' })).toBeVisible()
    await expect(people.filter({ hasText: 'Алия' })).toHaveCount(0)
    expect(await desk.db.selectFrom('quiz_leads').select('id').where('name', '=', 'Алия').execute()).toEqual(
      [],
    )
  })
})

test.describe('with colleagues, bad networks and second thoughts', () => {
  test.use({ expectedConsoleErrors: [/net::ERR|Failed to load resource/] })

  test('an answer goes to the number it was begun for, whatever is written meanwhile, there or from another', async ({
    page,
  }) => {
    const [asked, other] = await givenTwoNumbers()
    await writeFrom(asked, 'Можно ли орехи?')
    await desk.enter(page)
    await open(page, 'messages')
    const row = page.getByRole('row').filter({ hasText: 'Тимур' })
    await button(row, 'Ответить').click()
    await row.getByLabel('Ответ', { exact: true }).fill('Горсть в день')
    await writeFrom(other, 'ау')
    await writeFrom(asked, 'И сколько?')
    await expect(row.getByText('Пока вы писали, пришло ещё:')).toBeVisible({ timeout: 20_000 })
    await expect(row.getByText('И сколько?').first()).toBeVisible()
    await expect(row.getByText('Ответ уйдёт на +7 701 000 00 04')).toBeVisible()
    await expect(row.getByText('Можно ли орехи?')).toBeVisible()
    await expect(button(row, 'Отправить')).toBeDisabled()
    await button(row, 'Понятно').click()
    await button(row, 'Отправить').click()
    await expect(page.getByRole('status').getByText('Ответ отправляем.')).toBeVisible()
    const answers = await desk.db
      .selectFrom('messages')
      .select(['contact_id', 'text'])
      .where('text', '=', 'Горсть в день')
      .execute()
    expect(answers).toEqual([{ contact_id: asked, text: 'Горсть в день' }])
    await expect(row).toContainText('ау')

    // Each number has its own form among all that is known of its owner.
    await writeFrom(asked, 'А семечки?')
    await openPerson(page, 'Тимур')
    await button(page, /^Ответить на .*00.04$/).click()
    await expect(page.locator('form').filter({ hasText: 'А семечки?' })).toContainText(/00.04/)
    await expect(button(page, /^Ответить на .*99.99$/)).toBeVisible()
  })

  test('what is typed outlives a look elsewhere, and no reload takes it without a word', async ({ page }) => {
    await desk.enter(page)
    await openPerson(page, 'Мадина')
    const note = page.getByLabel('Новая заметка')
    await note.fill('Позвонить маме')
    await page
      .getByRole('navigation', { name: 'Разделы рабочего стола' })
      .getByRole('link', { name: 'Деньги' })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Деньги' })).toBeVisible()
    await page.goBack()
    await expect(note).toHaveValue('Позвонить маме')
    const asked = page.waitForEvent('dialog')
    const reload = page.reload()
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await reload
    await expect(note).toHaveValue('')
  })

  test('a status stays as it was chosen while it is saved', async ({ page }) => {
    await desk.enter(page)
    await openPerson(page, 'Данияр')
    const saved = Promise.withResolvers<void>()
    await page.route('**/marks', async (route) => {
      await saved.promise
      await route.continue()
    })
    const status = section(page, 'Отметки').getByLabel('Статус')
    await expect(status).toHaveValue('client')
    const sent = page.waitForRequest('**/marks')
    await status.selectOption({ label: 'Общаемся' })
    await sent
    await expect(status).toHaveValue('talking')
    saved.resolve()
    await expect(page.getByRole('status').getByText('Сохранили.')).toBeVisible()
    await expect(status).toHaveValue('talking')
  })

  test('a time that could not be saved says so in its card, where its page leads', async ({ page }) => {
    await desk.enter(page)
    await openPerson(page, 'Данияр')
    await page.getByRole('link', { name: 'Назначить время' }).click()
    const card = section(page, 'Назначить время').getByRole('listitem').filter({ hasText: 'Данияр' })
    await expect(card).toBeFocused()
    await expect(card.getByRole('link', { name: 'WhatsApp' })).toBeVisible()
    await card.getByLabel('День').fill(`${new Date().getFullYear() + 1}-01-15`)
    await card.getByLabel('Время по Алматы').fill('10:00')
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/desk/consultations/*', async (route) => {
      await answered.promise
      await route.abort()
    })
    await button(card, 'Назначить').click()
    await expect(button(card, 'Назначить')).toHaveAttribute('aria-busy', 'true')
    answered.resolve()
    await expect(card.getByRole('alert')).toContainText('Нет связи')
  })

  test('the desk and its door open by themselves once there is a connection', async ({ page, context }) => {
    await desk.enter(page)
    await page.route('**/desk/session', (route) => route.abort())
    await open(page, '')
    await expect(page.getByText('Нет связи, поэтому доступ не проверить.')).toBeVisible()
    await page.unroute('**/desk/session')
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Сегодня' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Ждут ответа' })).toBeVisible()

    await context.setOffline(true)
    await page
      .getByRole('navigation', { name: 'Разделы рабочего стола' })
      .getByRole('link', { name: 'Сообщения' })
      .click()
    await expect(page.getByText('Нет связи с сервером.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('table', { name: 'Кто ждёт ответа' })).toBeVisible()
    await expect(page.getByText('Нет связи')).toHaveCount(0)
  })

  test('the list is as narrow as before on the way back from somebody', async ({ page }) => {
    await desk.enter(page)
    await open(page, 'people?source=instagram')
    await page.getByRole('table', { name: 'Люди' }).getByRole('link', { name: 'Айгерим' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Айгерим' })).toBeVisible()
    await page.getByRole('link', { name: 'К выборке' }).click()
    await expect(page).toHaveURL(/people\?source=instagram$/)
    await expect(page.getByLabel('Источник')).toHaveValue('instagram')
  })
})

/** The number that Тимур left, and another that his program was sent to. */
async function givenTwoNumbers(): Promise<[string, string]> {
  const number = async (phone: string) => {
    const { rows } = await sql<{ id: string }>`
      insert into message_contacts (phone) values (${phone})
      on conflict (phone) do update set phone = excluded.phone returning id`.execute(desk.db)
    return rows[0]?.id ?? ''
  }
  const [left, program] = [await number('77010000004'), await number('77019999999')]
  // Money that was given back would leave the other number to nobody.
  await sql`update orders set state = 'paid' where name = 'Тимур' and state = 'refunded'`.execute(desk.db)
  await sql`
    insert into messages (kind, day, round, subscription_id, contact_id, deadline, status, sent_at, send_state)
    select 'daily', 1, 1, subscriptions.id, ${program}::uuid, now(), 'sent', now() - interval '3 days', 'done'
    from subscriptions join orders on orders.id = order_id where orders.name = 'Тимур'`.execute(desk.db)
  return [left, program]
}

async function writeFrom(contactId: string, text: string): Promise<void> {
  await sql`update message_contacts set last_inbound_at = now() where id = ${contactId}::uuid`.execute(
    desk.db,
  )
  await sql`insert into inbound_messages (contact_id, provider_message_id, type, text, written_at)
    values (${contactId}::uuid, gen_random_uuid()::text, 'text', ${text}, now())`.execute(desk.db)
}
