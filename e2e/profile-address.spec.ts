import { pricingTexts } from '@app/content/ru/pricing'
import { layoutTexts } from '@app/content/ru/ui/layout'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { hold } from './support/before-script.ts'
import { CheckoutPage } from './support/checkout-page.ts'
import { expectFitForEveryone } from './support/everyone.ts'
import { expectKeptPlace } from './support/expect-kept-place.ts'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { inNewTab } from './support/in-new-tab.ts'
import { pressEscape } from './support/press-escape.ts'
import { givenCabinet } from './support/signed-in.ts'

function addressWith(answers: unknown): string {
  return `/profile?data=${encodeURIComponent(typeof answers === 'string' ? answers : JSON.stringify(answers))}`
}

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
  test('calls from the first screen, in a result as in the cabinet', { tag: '@core' }, async ({
    page,
    request,
    mailbox,
  }) => {
    const kept = await page.addInitScript((answers) => {
      const result = { attemptId: crypto.randomUUID(), name: 'Тимур', answers }
      sessionStorage.setItem('yasny-den.result', JSON.stringify(result))
    }, urgent)
    await page.goto('/')
    await kept.dispose()
    await expectCallOnFirstScreen(page)
    await expectFitForEveryone(page, 'an urgent result')

    const address = freshEmail(timur)
    await givenLead(request, { ...timur, answers: urgent }, address)
    await givenCabinet(page, mailbox, address)
    await expectCallOnFirstScreen(page)
  })
})

test.describe('answers in the address', () => {
  test('show their result, and nobody is told', { tag: '@core' }, async ({ page }) => {
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
    await expect(page.locator('[data-row="name"]')).toHaveCount(0)
    await expect(page.getByText(/мог вписать кто угодно/)).toBeVisible()
    await expect(page.getByRole('button', { name: pricingTexts.buttonAfterDoctor })).toBeVisible()
    expect(calls).toEqual([])
    const stored = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
    expect(stored.filter((key) => !key.startsWith('ph_'))).toEqual([])
  })

  test('speak no words of a stranger as the page’s own', async ({ page }) => {
    const words = 'Позвоните +7 999, ваш счёт заблокирован'
    const answers = { ...timur.answers, healthIssues: ['swelling', `other:${words}`] as const }
    await page.goto(addressWith(JSON.stringify({ ...answers, contact: { name: words, phone: '+7 999' } })))
    await expect(page.locator('[data-subcategory]')).toBeVisible()
    await expect(page.locator('#pricing-section')).toBeAttached()
    await expect(page.locator('[data-row="name"]')).toHaveCount(0)
    await expect(page.locator('body')).not.toContainText('999')

    await page.goto(addressWith(JSON.stringify({ ...answers, contact: { name: 'Ваш счёт заблокирован' } })))
    await expect(page.locator('[data-row="name"]')).toContainText('Ваш счёт заблокирован')
    await expect(page.getByText(/счёт заблокирован/)).toHaveCount(1)
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
    const block = page.locator('header [data-red-flags="now"]')
    await expect(block.getByRole('heading', { name: 'Сначала к врачу' })).toBeVisible()
    await expect(block).toContainText('вес ниже нормы')
    // Right after what it is for, and not after everything else.
    await expect(block.locator('p:first-child + a')).toHaveText(/^Позвонить\s103$/)
    await expect(block.getByRole('link', { name: 'Позвонить 103' })).toHaveAttribute('href', 'tel:103')
    await expect(page.getByRole('button', { name: 'Записаться на консультацию' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Начать программу' })).toHaveCount(0)
  })

  for (const words of ['мне 16 лет', 'булимия', 'не хочу жить']) {
    test(`sell nothing to whoever wrote «${words}», and name whom to call`, async ({ page }) => {
      await page.goto(addressWith({ ...timur.answers, age: 'under-30', healthIssues: [`other:${words}`] }))
      const place = page.locator('#pricing-section')
      await expect(place).toContainText(/ничего не\sпродаём/)
      for (const phone of ['103', '150', '111']) {
        await expect(place.locator(`a[href="tel:${phone}"]`)).toBeVisible()
      }
      await expect(page.getByRole('button', { name: /программу|консультацию/ })).toHaveCount(0)
    })
  }

  test('ask for a doctor in one line where own words are not understood', async ({ page }) => {
    await page.goto(addressWith({ ...timur.answers, healthIssues: ['other:ноют колени'] }))
    await expect(
      page.locator('header').getByText(/Если это болезнь, лекарство или\sбеременность/),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Начать программу' })).toHaveCount(1)
  })

  test('say at the program, wherever it is sold, that a doctor comes first', async ({ page }) => {
    const checkout = new CheckoutPage(page)
    const afterDoctor = page.getByText(/Программу оплатите после визита/)
    await page.goto(addressWith({ ...timur.answers, height: 178, weight: 128 }))
    await expect(page.locator('header [data-red-flags="before"]')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Начать программу' })).toHaveCount(0)
    const later = page.getByRole('button', { name: pricingTexts.buttonAfterDoctor })
    await expect(later).toHaveCount(1)
    await expect(afterDoctor).toHaveCount(1)
    // What may be done meanwhile is said on top, once.
    await expect(page.getByText(/^До\sприёма ничего не\sменяйте/)).toBeVisible()
    // No offer is dressed louder than the rest of the page.
    for (const offer of [...(await later.all()), checkout.payButton('consultation')]) {
      const fill = await offer.evaluate((button) => getComputedStyle(button).backgroundColor)
      expect(fill).toBe(
        await page
          .getByText('Отмечать прямо здесь')
          .evaluate((button) => getComputedStyle(button).backgroundColor),
      )
    }
    await expectFitForEveryone(page, 'a program after a doctor')
    await page.getByText('Дальше', { exact: true }).click()
    await expect(page.getByRole('heading', { name: 'После врача', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Сегодня', exact: true })).toHaveCount(0)
    for (const button of await later.all()) {
      await button.click()
      await expect(page.getByRole('dialog')).toContainText(/сначала\sстоит\sпоказаться\sврачу/)
      await expect(page.getByRole('dialog')).not.toContainText(/можно\sначинать|(?<![а-яё])уже(?![а-яё])/i)
      await expectDoctorBeforePaying(checkout)
      await pressEscape(page)
    }

    await page.goto(addressWith(timur.answers))
    await expect(page.getByRole('button', { name: 'Начать программу' })).toHaveCount(1)
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

test('a saved result opens by its token', { tag: '@core' }, async ({ page, request }) => {
  const { resultToken } = await givenLead(request, aigerim, freshEmail(aigerim))
  await page.goto(`/profile?result=${resultToken}`)
  await expect(page.locator('[data-subcategory="A2"]')).toBeVisible()
  await expect(page.locator('[data-row="name"]')).toContainText('Айгерим')
  await expect(page.getByRole('button', { name: 'Пройти тест ещё раз' })).toBeHidden()
})

test('a saved result opens by an address that was cut off behind its token', async ({ page, request }) => {
  const { resultToken } = await givenLead(request, aigerim, freshEmail(aigerim))
  await page.goto(`/profile?result=${resultToken}#%E0`)
  await expect(page.locator('[data-subcategory="A2"]')).toBeVisible()
})

test.describe('a token nobody was given', () => {
  test.use({ expectedConsoleErrors: [/40[04]/] })

  for (const [what, token] of [
    ['which might be one', 'a'.repeat(32)],
    ['which cannot be one', '%00'],
  ])
    test(`is said to be unknown, ${what}`, async ({ page }) => {
      await page.goto(`/profile?result=${token}`)
      await expect(page.getByRole('heading', { name: 'Такого результата нет' })).toBeVisible()
    })
})

test('a profile that is reloaded half way down stands there again', async ({ page }) => {
  await page.goto(addressWith(aigerim.answers))
  await expectKeptPlace(page)
})

test.describe('a profile whose scripts are on their way', () => {
  test('says what it waits for, where they take long', async ({ page }) => {
    const release = await hold(page, '**/assets/shared-profile-*.js')
    await page.goto(addressWith(aigerim.answers), { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: layoutTexts.late })).toBeVisible()
    release()
    await expect(page.locator('[data-subcategory]')).toBeVisible()
  })
})
