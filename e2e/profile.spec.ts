import { readFile } from 'node:fs/promises'
import { consentVersions } from '@app/content/ru/legal/consent'
import { pricingTexts } from '@app/content/ru/pricing'
import { profileTexts } from '@app/content/ru/ui/profile'
import { sessionTexts } from '@app/content/ru/ui/session'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { hold } from './support/before-script.ts'
import { CheckoutPage } from './support/checkout-page.ts'
import { expectFitForEveryone } from './support/everyone.ts'
import { expectFocusKept } from './support/expect-focus.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { inNewTab } from './support/in-new-tab.ts'
import { openTab } from './support/open-tab.ts'
import { QuizPage } from './support/quiz-page.ts'
import { SignInPage } from './support/sign-in-page.ts'
import { givenCabinet, givenSession } from './support/signed-in.ts'

function addressWith(answers: unknown): string {
  return `/profile?data=${encodeURIComponent(typeof answers === 'string' ? answers : JSON.stringify(answers))}`
}

test('a visitor is asked to sign in or to take the test', async ({ page }) => {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Здесь живут ваши результаты' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Войти' }).click()
  await expect(page.getByRole('dialog', { name: 'Войти в аккаунт' })).toBeVisible()
})

/** In the sheet: the doctor first and as readable as the title, then when messages come, then what is paid with. */
async function expectDoctorBeforePaying({ sheet, submit }: CheckoutPage) {
  const parts = [
    sheet.getByText(/^По\sвашим ответам/),
    sheet.getByText(/ближайшим утром после оплаты/),
    submit,
  ]
  const looks = await Promise.all(
    parts.map((part) =>
      part.evaluate((shown) => {
        const { fontSize, color } = getComputedStyle(shown)
        return { top: shown.getBoundingClientRect().top, size: Number.parseFloat(fontSize), color }
      }),
    ),
  )
  expect(looks.map(({ top }) => top)).toEqual(
    looks.map(({ top }) => top).toSorted((one, other) => one - other),
  )
  const ink = await sheet.getByRole('heading').evaluate((title) => getComputedStyle(title).color)
  for (const { size, color } of looks.slice(0, 2)) expect([size >= 16, color]).toEqual([true, ink])
}

const urgent = { ...timur.answers, healthIssues: ['other:болит в груди, обмороки' as const] }

/** The call is wholly on the first screen of a small phone, however much is urgent, and nothing of weight stands before it. */
async function expectCallOnFirstScreen(page: Page) {
  const call = page.locator('header').getByRole('link', { name: 'Позвонить 103' })
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(viewport)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(call).toBeInViewport({ ratio: 1 })
  }
  const before = await call.evaluate((link) => {
    const range = document.createRange()
    range.setStart(document.querySelector('main')!, 0)
    range.setEndBefore(link)
    return range.toString()
  })
  expect(before).toContain('Сначала к')
  expect(before).not.toMatch(/вес(?![а-яё])|снижени|похуд|порядок|правил/i)
}

test.describe('an urgent result', () => {
  test('calls from the first screen, in a result as in the cabinet', async ({ page, request, mailbox }) => {
    await page.goto('/')
    await page.evaluate((answers) => {
      const result = { attemptId: crypto.randomUUID(), name: 'Тимур', answers }
      sessionStorage.setItem('yasny-den.result', JSON.stringify(result))
    }, urgent)
    await page.reload()
    await expectCallOnFirstScreen(page)
    await expectFitForEveryone(page, 'an urgent result')

    const address = freshEmail(timur)
    await givenLead(request, { ...timur, answers: urgent }, address)
    await givenCabinet(page, mailbox, address)
    await expectCallOnFirstScreen(page)
  })
})

test.describe('answers in the address', () => {
  test('show their result, and nobody is told', async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (/\/(api|rest|auth)\//.test(request.url())) calls.push(request.url())
    })
    await page.goto(addressWith(aigerim.answers))
    await expect(page.locator('[data-subcategory="A2"]')).toBeVisible()
    for (const [row, value] of [
      ['gender', 'Женский'],
      ['age', '40–49'],
      ['height', /165\sсм/],
      ['weight', /82,5\sкг/],
      ['bmi', '30,3'],
    ] as const) {
      await expect(page.locator(`[data-row="${row}"]`)).toContainText(value)
    }
    await expect(page.locator('[data-row="name"]')).toBeHidden()
    await expect(page.getByText(/мог вписать кто угодно/)).toBeVisible()
    await expect(page.getByText('После врача — с поддержкой')).toBeVisible()
    expect(calls).toEqual([])
    const stored = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
    expect(stored.filter((key) => !key.startsWith('ph_'))).toEqual([])
  })

  test('show what there is when some are missing', async ({ page }) => {
    const { gender, weight } = timur.answers
    await page.goto(addressWith({ gender, weight } satisfies Partial<QuizAnswers>))
    await expect(page.getByRole('heading', { name: 'Результата пока нет' })).toBeVisible()
    await expect(page.locator('[data-row]')).toHaveCount(2)
  })

  test('put a doctor before every advice, and sell whoever weighs too little no program', async ({
    page,
  }) => {
    const thin = { ...timur.answers, height: 180, weight: 55, healthIssues: ['other:болит в груди'] }
    await page.goto(addressWith(thin))
    const block = page.locator('header [data-doctor-first="now"]')
    await expect(block.getByRole('heading', { name: 'Сначала к врачу' })).toBeVisible()
    await expect(block).toContainText('вес ниже нормы')
    // Right after what it is for, and not after everything else.
    await expect(block.locator('p:first-child + a')).toHaveText(/^Позвонить\s103$/)
    await expect(block.getByRole('link', { name: 'Позвонить 103' })).toHaveAttribute('href', 'tel:103')
    await expect(page.getByRole('button', { name: 'Записаться на консультацию' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Начать программу' })).toHaveCount(0)
  })

  test('say at the program, wherever it is sold, that a doctor comes first', async ({ page }) => {
    const checkout = new CheckoutPage(page)
    const afterDoctor = page.getByText(/Программу оплатите после визита/)
    await page.goto(addressWith({ ...timur.answers, height: 178, weight: 128 }))
    await expect(page.locator('header [data-doctor-first="before"]')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Начать программу' })).toHaveCount(0)
    const later = page.getByRole('button', { name: pricingTexts.buttonAfterDoctor })
    await expect(later).toHaveCount(2)
    await expect(afterDoctor).toHaveCount(2)
    // What may be done meanwhile is said on top, and again at the advice, which is written for later.
    await expect(page.getByText(/^До\sприёма можно высыпаться/)).toBeVisible()
    const advice = page.getByRole('region', { name: 'Главные рекомендации' })
    await expect(advice).toContainText(/Покажите их\sврачу/)
    // No offer is dressed louder than the rest of the page.
    for (const offer of [...(await later.all()), checkout.payButton('consultation')]) {
      const fill = await offer.evaluate((button) => getComputedStyle(button).backgroundColor)
      expect(fill).toBe(
        await page
          .getByRole('button', { name: 'Получить в WhatsApp' })
          .evaluate((button) => getComputedStyle(button).backgroundColor),
      )
    }
    await expectFitForEveryone(page, 'a program after a doctor')
    await expect(page.getByRole('heading', { name: 'После врача', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Сегодня', exact: true })).toHaveCount(0)
    for (const button of await later.all()) {
      await button.click()
      await expect(page.getByRole('dialog')).toContainText(/сначала\sстоит\sпоказаться\sврачу/)
      await expect(page.getByRole('dialog')).not.toContainText(/можно\sначинать|(?<![а-яё])уже(?![а-яё])/i)
      await expectDoctorBeforePaying(checkout)
      await page.keyboard.press('Escape')
    }

    await page.goto(addressWith(timur.answers))
    await expect(page.getByRole('button', { name: 'Начать программу' })).toHaveCount(2)
    await expect(page.getByText(/^Пройти первые шаги/)).toBeVisible()
    await expect(afterDoctor).toHaveCount(0)
  })

  test('offer the consultation more quietly to whoever declined one', async ({ page }) => {
    const pay = new CheckoutPage(page).payButton('consultation')
    const fill = () => pay.evaluate((button) => getComputedStyle(button).backgroundColor)
    const declined = page.getByText(/^В\sтесте вы ответили, что консультация не\sнужна/)

    await page.goto(addressWith({ ...timur.answers, consultation: 'yes' }))
    await expect(pay).toBeVisible()
    await expect(declined).toHaveCount(0)
    const asked = await fill()

    await page.goto(addressWith({ ...timur.answers, consultation: 'no' }))
    await expect(declined).toBeVisible()
    expect(await fill()).not.toBe(asked)
    await expectFitForEveryone(page, 'a consultation that was declined')
  })

  test('of a heavier person sell no program to whoever is signed in and weighs too little', async ({
    page,
    request,
    mailbox,
  }) => {
    const address = freshEmail(timur)
    await givenLead(request, { ...timur, answers: { ...timur.answers, height: 180, weight: 55 } }, address)
    await givenCabinet(page, mailbox, address)
    await page.goto(addressWith(aigerim.answers))
    await expect(page.getByRole('button', { name: 'Записаться на консультацию' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Начать программу' })).toHaveCount(0)
  })

  test('offer no support with first steps to whoever complains of nothing', async ({ page }) => {
    const none = Object.fromEntries(
      Object.entries(timur.answers).map(([key, value]) => [key, /^\d$/.test(String(value)) ? '0' : value]),
    )
    await page.goto(addressWith({ ...none, tongueColor: '1', weight: 75, dietAttempts: 'never' }))
    await expect(page.getByRole('heading', { name: 'По ответам всё хорошо' })).toBeVisible()
    await expect(page.getByText(/^Пройти первые шаги/)).toHaveCount(0)
  })

  test('are refused clearly when they are none', async ({ page: beside }) => {
    for (const broken of ['{', 'null', '[]', '{"gender":"?"}', '<img src=x onerror=alert(1)>']) {
      await inNewTab(beside, broken, async (page) => {
        await page.goto(addressWith(broken))
        await expect(page.getByRole('alert')).toContainText('Ссылка скопирована не целиком')
        await page.getByRole('link', { name: 'На главную', exact: true }).click()
        await expect(page).toHaveURL(/\/$/)
      })
    }
  })

  test('are refused clearly when their percent signs are broken', async ({ page }) => {
    await page.goto('/profile?data=%E0%A4%A')
    await expect(page.getByRole('alert')).toContainText('Ссылка скопирована не целиком')
    await page.getByRole('link', { name: 'Пройти тест', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Начать тест' })).toBeVisible()
  })
})

test('what is ticked off in the checklist stays on this device', async ({ page }) => {
  await page.goto(addressWith(timur.answers))
  await page.getByText('Отмечать прямо здесь').click()
  await page.getByRole('checkbox').first().check()
  await expect(page.getByText(/^Отмечено 1\sиз/)).toBeVisible()
  await expectFitForEveryone(page, 'open ticks')
  await page.reload()
  await expect(page.getByRole('checkbox').first()).toBeChecked()
})

test('a saved result opens by its token', async ({ page, request }) => {
  const { resultToken } = await givenLead(request, aigerim, freshEmail(aigerim))
  await page.goto(`/profile?result=${resultToken}`)
  await expect(page.locator('[data-subcategory="A2"]')).toBeVisible()
  await expect(page.locator('[data-row="name"]')).toContainText('Айгерим')
  await expect(page.getByRole('button', { name: 'Пройти тест ещё раз' })).toBeHidden()
})

test.describe('a token nobody was given', () => {
  test.use({ expectedConsoleErrors: [/404/] })

  test('is said to be unknown', async ({ page }) => {
    await page.goto(`/profile?result=${'a'.repeat(32)}`)
    await expect(page.getByRole('heading', { name: 'Такого результата нет' })).toBeVisible()
  })
})

test('the cabinet asks once whether an attempt without sign-in is mine', async ({
  page,
  request,
  mailbox,
}) => {
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)

  await expect(page.locator('[data-subcategory="A2"]')).toBeVisible()
  await page.getByRole('button', { name: 'Да, я' }).click()
  await expect(page.getByText('Это вы проходили тест?')).toBeHidden()
  await expectFocusKept(page)
  await page.reload()
  await expect(page.locator('[data-subcategory="A2"]')).toBeVisible()
  await expect(page.getByText('Это вы проходили тест?')).toBeHidden()
})

test('an attempt that is not mine leaves the cabinet after a second press', async ({
  page,
  request,
  mailbox,
}) => {
  const address = freshEmail(timur)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)

  await page.getByRole('button', { name: 'Нет, не я' }).click()
  await expectFitForEveryone(page, 'claim removal')
  await page.getByRole('button', { name: 'Оставить' }).click()
  await expect(page.locator('[data-subcategory="A2"]')).toBeVisible()
  await page.getByRole('button', { name: 'Нет, не я' }).click()
  await page.getByRole('button', { name: 'Убрать из кабинета' }).click()
  await expect(page.getByText('Здесь появится ваш результат')).toBeVisible()
})

test('attempts are compared once the newest is known to be mine, and again right after the next', async ({
  page,
  request,
  mailbox,
}) => {
  const email = freshEmail(aigerim)
  const weighing = (weight: number) => ({ ...aigerim, answers: { ...aigerim.answers, weight } })
  await givenLead(request, timur, email)
  const { access_token } = await givenSession(page, mailbox, email)
  await givenLead(request, weighing(90), email, access_token)
  await givenLead(request, weighing(85), email)
  await givenQuizAt(page, 'contact', weighing(80), '/profile')

  const history = page.getByRole('heading', { name: 'Как менялись ответы' })
  const attempts = page.getByRole('listitem').filter({ hasText: 'Обмену веществ нужна поддержка.' })
  const comparison = page.getByRole('region', { name: 'Что вы ответили иначе' })
  await expect(page.locator('[data-row="weight"]')).toContainText(/85\sкг/)
  await expect(history).toBeHidden()
  await page.getByRole('button', { name: 'Да, я' }).click()
  await expect(history).toBeVisible()
  await expect(attempts).toHaveText([/Последний/, /Сравниваем/])
  await expect(comparison).toContainText(/Было: 90\sкг→Стало: 85\sкг/)

  await page.getByRole('button', { name: 'Пройти тест ещё раз' }).click()
  const quiz = new QuizPage(page)
  await quiz.fillContact(aigerim, email)
  await quiz.submit.click()
  await expect(page.getByText('Результат сохранён в личном кабинете.')).toBeVisible()
  await expect(attempts).toHaveText([/Только что.*Последний/, /Сравниваем/, /Сравнить/])
  await expect(comparison).toContainText(/Было: 85\sкг→Стало: 80\sкг/)
  await expectFitForEveryone(page, 'history')
})

test("the cabinet's test opens as often as it is closed, and its keys work as on the first page", async ({
  page,
}) => {
  const quiz = new QuizPage(page)
  await page.goto('/profile')
  const open = page.getByRole('button', { name: 'Пройти тест' })
  const close = page.getByRole('button', { name: 'Закрыть тест' })
  await open.click()
  await quiz.expectAt('gender')
  await quiz.option('gender', 'female').focus()
  await page.keyboard.press('ArrowDown')
  await expect(quiz.option('gender', 'male')).toBeFocused()
  await expect(quiz.option('gender', 'male')).not.toBeChecked()
  await page.keyboard.press('1')
  await quiz.expectAt('age')

  await close.click()
  await expect(open).toBeFocused()
  await open.click()
  await quiz.expectAt('age')
  await page.reload()
  await open.click()
  await quiz.expectAt('age')
  await page.goBack()
  await quiz.expectAt('gender')
  await close.click()
  await open.click()
  await expect(quiz.step('gender').or(quiz.step('age'))).toBeVisible()
})

test('a user without a result takes the quiz over the cabinet and finds it there', async ({
  page,
  mailbox,
}) => {
  const address = freshEmail(timur)
  await givenCabinet(page, mailbox, address)
  await expect(page.getByText('Здесь появится ваш результат')).toBeVisible()

  await page.getByRole('button', { name: 'Пройти тест' }).click()
  const quiz = new QuizPage(page)
  await quiz.walk(timur, { from: 'gender' })
  await quiz.fillContact(timur, address)
  await quiz.submit.click()
  await expect(quiz.result('C2')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Результат сохранён в личном кабинете.')).toBeVisible()
  await expect(page.getByText(/Войдите с\sвашей почтой/)).toBeHidden()

  await page.reload()
  await expect(quiz.result('C2')).toBeVisible()
  await expect(page.getByText('Это вы проходили тест?')).toBeHidden()
})

test('a visitor’s test waits for its script where it was asked for, and begins nothing before', async ({
  page,
}) => {
  const release = await hold(page, '**/assets/known-profile-*.js')
  await page.goto('/profile')
  const take = page.getByRole('button', { name: profileTexts.takeTest })
  await take.click()
  await expect(take).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(profileTexts.signIn.title)
  expect(await page.evaluate(() => localStorage.getItem('yasny-den.quiz'))).toBeNull()
  release()
  await new QuizPage(page).expectAt('gender')
  await page.goBack()
  await expect(take).not.toHaveAttribute('aria-busy')
})

test.describe('where the script of the test does not come', () => {
  test.use({ expectedConsoleErrors: [/404/] })

  test('nothing is begun, and it says so', async ({ page }) => {
    await page.route('**/assets/known-profile-*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto('/profile')
    await page.getByRole('button', { name: profileTexts.takeTest }).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(sessionTexts.notOpened)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(profileTexts.signIn.title)
    expect(await page.evaluate(() => localStorage.getItem('yasny-den.quiz'))).toBeNull()
  })
})

test('a test that comes late does not open over a sign-in that was asked for since', async ({ page }) => {
  const release = await hold(page, '**/assets/known-profile-*.js')
  await page.goto('/profile')
  await page.getByRole('button', { name: profileTexts.takeTest }).click()
  await page.getByRole('main').getByRole('button', { name: 'Войти' }).click()
  const login = page.getByRole('dialog', { name: 'Войти в аккаунт' })
  await expect(login).toBeVisible()
  const arrived = page.waitForResponse(/known-profile-/)
  release()
  await (await arrived).finished()
  await page.keyboard.press('Escape')
  await expect(login).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: profileTexts.takeTest })).not.toHaveAttribute('aria-busy')
})

test('a result that is brought back is not wiped by a test that was asked for before', async ({ page }) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  await quiz.submit.click()
  const result = page.getByRole('main').locator('[data-subcategory]')
  await expect(result).toBeVisible()
  await page.getByRole('button', { name: 'Пройти тест заново' }).click()
  const release = await hold(page, '**/assets/known-profile-*.js')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Личный кабинет' }).click()
  await page.getByRole('button', { name: profileTexts.takeTest }).click()
  await page.getByRole('button', { name: 'Вернуть' }).click()
  release()
  await expect(result).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('yasny-den.result'))).not.toBeNull()
})

test('what was pressed later stays alone on the page: a test, a sign-in or the device to forget', async ({
  page,
}) => {
  const take = page.getByRole('button', { name: profileTexts.takeTest })
  const forget = page.getByRole('contentinfo').getByRole('button', { name: sessionTexts.forget })
  const dialogs = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  /** Presses one, then another, and has the script of the first come only then. */
  async function overtake(script: string, first: () => Promise<void>, second: () => Promise<void>) {
    await page.goto('/profile')
    const release = await hold(page, `**/assets/${script}-*.js`)
    await first()
    await second()
    await expect(dialogs).toHaveCount(1)
    const arrived = page.waitForResponse(new RegExp(`/${script}-`))
    release()
    await (await arrived).finished()
  }
  const signIn = () => page.getByRole('main').getByRole('button', { name: 'Войти' }).click()

  await overtake('forget-dialog', () => forget.click(), signIn)
  await page.keyboard.press('Escape')
  await expect(dialogs).toHaveCount(0)

  await overtake(
    'known-profile',
    () => take.click(),
    () => forget.click(),
  )
  await page.keyboard.press('Escape')
  await expect(dialogs).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('yasny-den.quiz'))).toBeNull()

  await overtake('login-dialog', signIn, () => take.click())
  const quiz = new QuizPage(page)
  await quiz.step('gender').getByRole('radio', { name: 'Женский' }).click()
  await quiz.expectAt('age')
  await expect(page.getByRole('dialog', { name: 'Войти в аккаунт' })).toHaveCount(0)
})

test('answers that were wiped are brought back at once, though the test is shown later', async ({ page }) => {
  await givenQuizAt(page, 'height', aigerim)
  const kept = () => page.evaluate(() => localStorage.getItem('yasny-den.quiz') ?? '')
  await page.getByRole('button', { name: 'Начать заново' }).click()
  const release = await hold(page, '**/assets/known-profile-*.js')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Личный кабинет' }).click()
  // The first page has a note of its own, which stands until the cabinet is drawn.
  await expect(page.getByRole('button', { name: profileTexts.takeTest })).toBeVisible()
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect.poll(kept).toContain('"gender":"female"')
  release()
  await new QuizPage(page).expectAt('height')
})

test.describe('without a network', () => {
  test.use({ expectedConsoleErrors: [/net::ERR_INTERNET_DISCONNECTED/] })

  test('whoever has their cabinet takes the test', async ({ page, mailbox, context }) => {
    await givenCabinet(page, mailbox, freshEmail(timur))
    await expect(page.getByText('Здесь появится ваш результат')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: profileTexts.takeTest }).click()
    await new QuizPage(page).expectAt('gender')
  })
})

test('the quiz over the cabinet closes without leaving its steps in the history', async ({
  page,
  mailbox,
}) => {
  await new SignInPage(page, mailbox).signIn(freshEmail(timur))
  await page.getByRole('button', { name: 'Пройти тест' }).click()
  await new QuizPage(page).walk(timur, { from: 'gender', until: 'height' })
  await page.getByRole('button', { name: 'Закрыть тест' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})

test.describe('when the data cannot be loaded', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('the cabinet says so and tries again', async ({ page, request, mailbox }) => {
    const address = freshEmail(aigerim)
    await givenLead(request, aigerim, address)
    await page.route('**/rest/v1/quiz_leads**', (route) => route.abort())
    await givenCabinet(page, mailbox, address)
    await expect(page.getByRole('heading', { name: 'Ошибка при загрузке данных профиля' })).toBeVisible()

    await page.unroute('**/rest/v1/quiz_leads**')
    await page.getByRole('button', { name: 'Попробовать ещё раз' }).click()
    await expect(page.locator('[data-subcategory="A2"]')).toBeVisible()
  })
})

test('a changed phone is saved, said so for a moment, and still there after a reload', async ({
  page,
  request,
  mailbox,
}) => {
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)

  // Whoever left it may have been anybody, so it is the user's once they say that the attempt is.
  const phone = page.getByLabel('Телефон')
  await openTab(page, 'Аккаунт')
  await expect(phone).toHaveValue('')
  await openTab(page, 'Результат')
  await page.getByRole('button', { name: 'Да, я' }).click()
  await openTab(page, 'Аккаунт')
  await expect(phone).toHaveValue(aigerim.phone)
  await phone.fill('8 701')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Введите корректный номер телефона')).toBeVisible()
  await phone.fill('+7 (701) 000-00-99')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Номер телефона обновлен успешно!')).toBeVisible()
  await expect(page.getByText('Номер телефона обновлен успешно!')).toBeHidden()

  await page.reload()
  await expect(phone).toHaveValue('+77010000099')
  await page.getByRole('banner').getByRole('button', { name: /^Меню/ }).click()
  await expect(page.getByRole('menu').getByText(/^\+7\s701\s000\s00\s99$/)).toBeVisible()
})

test('a user downloads everything that is kept about them', async ({ page, request, mailbox }) => {
  const address = freshEmail(aigerim)
  await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)

  await openTab(page, 'Аккаунт')
  const toRead = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать мои данные' }).click()
  expect((await toRead).suggestedFilename()).toMatch(/^yasny-den-.*\.html$/)
  const text = await readFile(await (await toRead).path(), 'utf8')
  for (const part of [
    address,
    'Айгерим',
    'Женский',
    '165\u00a0см',
    'Обработка данных, в\u00a0том числе о\u00a0здоровье',
  ])
    expect(text).toContain(part)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать для другой программы' }).click()
  const file = await (await downloading).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    account: { email: address },
    tables: {
      quiz_leads: [{ name: 'Айгерим', quiz_answers: aigerim.answers }],
      consents: [{ kind: 'health', version: consentVersions.health }],
      orders: [],
      subscriptions: [],
      messages: [],
    },
  })
})

test('leaving everywhere ends the session of another browser too', async ({ page, browser, mailbox }) => {
  const address = freshEmail(timur)
  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  await givenCabinet(elsewhere, mailbox, address)
  await givenCabinet(page, mailbox, address)

  await openTab(page, 'Аккаунт')
  await page.getByRole('button', { name: 'Выйти на всех устройствах' }).click()
  await expect(page).toHaveURL(/\/$/)
  const stored = await elsewhere.evaluate(() => localStorage.getItem('supabase.auth.token'))
  const { refresh_token } = JSON.parse(stored ?? '{}') as { refresh_token: string }
  const config = (await (await page.request.get('/api/client-config')).json()) as { supabaseKey: string }
  const renewed = await page.request.post('/auth/v1/token?grant_type=refresh_token', {
    headers: { apikey: config.supabaseKey },
    data: { refresh_token },
  })
  expect(renewed.status()).toBe(400)
  await context.close()
})

test('the links of the footer change the page', async ({ page }) => {
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Личный кабинет' }).click()
  await expect(page.getByRole('heading', { name: 'Здесь живут ваши результаты' })).toBeVisible()
  await footer.getByRole('link', { name: 'Условия и оферта' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Условия/)
  await footer.getByRole('link', { name: 'Конфиденциальность' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Политика/)
})

test('a deleted account is gone from the server and from the browser', async ({
  page,
  request,
  mailbox,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/403/)
  const address = freshEmail(aigerim)
  const { resultToken } = await givenLead(request, aigerim, address)
  await givenCabinet(page, mailbox, address)

  await openTab(page, 'Аккаунт')
  await page.getByRole('button', { name: 'Удалить аккаунт' }).click()
  await page.getByRole('button', { name: 'Оставить' }).click()
  await page.getByRole('button', { name: 'Удалить аккаунт' }).click()
  // As it is ten minutes after signing in.
  const isOld = { status: 403, json: { code: 'fresh_sign_in_required', message: '' } }
  await page.route('**/functions/v1/delete-account', (route) => route.fulfill(isOld), { times: 1 })
  await page.getByRole('button', { name: 'Да, удалить навсегда' }).click()
  const before = (await mailbox.mailsTo(address))[0]?.at ?? ''
  await page.getByRole('button', { name: 'Прислать код на почту' }).click()
  await expect(page.getByLabel('Код из письма')).toBeVisible()
  await expectFitForEveryone(page, 'deletion proof')
  await page.getByLabel('Код из письма').fill(await mailbox.codeFor(address, before))
  await page.getByRole('button', { name: 'Подтвердить и удалить' }).click()

  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
  const keys = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
  // That the device was forgotten is known to it, and names nobody.
  expect(keys.filter((key) => /^(yasny-den|supabase)\./.test(key))).toEqual(['yasny-den.era'])
  expect((await request.get(`/api/leads/result/${resultToken}`)).status()).toBe(404)
})
