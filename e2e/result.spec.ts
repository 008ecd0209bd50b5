import { pricingTexts } from '@app/content/ru/pricing'
import { resultText } from '@app/content/ru/results'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { classifyResult } from '@app/domain/result/result'
import { aigerim, timur } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { CheckoutPage } from './support/checkout-page.ts'
import { expectFitForEveryone } from './support/everyone.ts'
import { expect, test } from './support/fixtures.ts'
import { givenResult } from './support/given-quiz.ts'

const result = classifyResult(timur.answers)
const { paragraphs, recommendations, nextSteps } = resultText(result, timur.answers)
const folded = [paragraphs[0], recommendations[0]?.text, nextSteps[1]?.text].map((text) => text ?? 'no text')
const phone = { width: 390, height: 844 }
const well = Object.fromEntries(
  Object.entries(timur.answers).map(([key, value]) => [key, /^\d$/.test(String(value)) ? '0' : value]),
)

async function openResult(page: Page, answers: Partial<Record<keyof QuizAnswers, unknown>> = timur.answers) {
  await page.goto(`/profile?data=${encodeURIComponent(JSON.stringify(answers))}`)
  await expect(page.locator('[data-subcategory]')).toBeVisible()
}

test('what one reads on is folded, opens by one press, and is on paper whole', { tag: '@core' }, async ({
  page,
}) => {
  await openResult(page)
  for (const text of folded) await expect(page.getByText(text)).toBeHidden()
  for (const [index, title] of ['Что это значит', 'Главные рекомендации', 'Дальше'].entries()) {
    await page.getByRole('heading', { name: title, exact: true }).click()
    await expect(page.getByText(folded[index] ?? '')).toBeVisible()
  }
  await expectFitForEveryone(page, 'a result with its folds open')

  await page.reload()
  await expect(page.locator('[data-subcategory]')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  for (const text of folded) await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Главные рекомендации' })).toBeVisible()
  await expect(page.locator('#pricing-section')).toBeHidden()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  for (const text of folded) await expect(page.getByText(text)).toBeHidden()
})

for (const path of ['/', '/profile']) {
  test(`a result on ${path} is at most 4500 px of a phone, with the offer by 2800`, async ({ page }) => {
    await page.setViewportSize(phone)
    if (path === '/') await givenResult(page, timur)
    else await openResult(page)
    await expect(page.locator('[data-subcategory]')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const { offer, whole, words } = await page.evaluate(() => ({
      offer: (document.getElementById('pricing-section')?.getBoundingClientRect().top ?? Infinity) + scrollY,
      whole: document.documentElement.scrollHeight,
      // Folded words are not drawn.
      // biome-ignore lint/performance/useDomNodeTextContent: textContent has them all
      words: document.querySelector('main')?.innerText.match(/[а-яё\d]+/gi)?.length,
    }))
    expect(offer).toBeLessThanOrEqual(2800)
    expect(whole).toBeLessThanOrEqual(4500)
    expect(words).toBeLessThan(450)
    expect(await page.locator('*').count()).toBeLessThan(900)
    await expectFitForEveryone(page, `a folded result on ${path}`)
  })
}

test('the counted answers are read aloud as one sentence', async ({ page }) => {
  await openResult(page)
  await expect(
    page.getByRole('img', { name: /о\sсне и\sнервах\s— 0, .*о\sпривычках в\sеде\s— 6\./ }),
  ).toBeVisible()
})

test('one tick of today is the checklist’s, too', async ({ page }) => {
  await openResult(page)
  await page.getByRole('checkbox', { name: nextSteps[0]?.text ?? '' }).check()
  await expect(page.getByText('Готово: первый шаг сделан.')).toBeVisible()
  await page.getByText('Отмечать прямо здесь').click()
  await expect(page.getByText(/^Отмечено 1\sиз/)).toBeVisible()
  await page.locator('fieldset').getByRole('checkbox', { checked: true }).uncheck()
  await expect(page.getByText('Готово: первый шаг сделан.')).toBeHidden()
})

test.describe('the bar to the program', () => {
  test.use({ viewport: phone })
  /** Returns once the bar knows what is in view: observers are told in turn, and this one comes after its own. */
  const seen = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<void>((told) =>
          new IntersectionObserver(() => setTimeout(told, 100)).observe(document.body),
        ),
    )
  const bar = (page: Page) => page.getByRole('button', { name: pricingTexts.program.bar })
  test('leads there from the second screen on, and is gone at the offer and at the end', async ({ page }) => {
    await openResult(page)
    await seen(page)
    await expect(bar(page)).toHaveCount(0)
    await page.evaluate(() => scrollTo(0, 600))
    await expect(bar(page)).toContainText(/5\s000\s₸/)
    await bar(page).click()
    await expect(page.locator('#pricing-section')).toBeInViewport()
    await expect(page.getByRole('heading', { name: pricingTexts.title })).toBeFocused()
    await expect(bar(page)).toHaveCount(0)
    await page.locator('footer').evaluate((footer) => footer.scrollIntoView())
    await expect(bar(page)).toHaveCount(0)
  })

  for (const [who, answers] of [
    ['a doctor comes first', aigerim.answers],
    ['nobody complains of anything', { ...well, tongueColor: '1', weight: 75, dietAttempts: 'never' }],
    ['nothing is sold', { ...timur.answers, healthIssues: ['other:булимия'] }],
  ] as const) {
    test(`is none where ${who}`, async ({ page }) => {
      await openResult(page, answers)
      await page
        .locator('#pricing-section')
        .evaluate((offer) => scrollBy(0, offer.getBoundingClientRect().top - innerHeight - 9))
      for (const place of ['#result-title', '#pricing-section', 'footer'])
        await expect(page.locator(place)).not.toBeInViewport()
      await seen(page)
      await expect(bar(page)).toHaveCount(0)
    })
  }
})

test('the program is shown as it comes, and what is agreed to is said once, in the sheet', async ({
  page,
}) => {
  await openResult(page)
  const offers = page.locator('#pricing-section')
  await expect(offers.getByRole('figure', { name: pricingTexts.program.phone })).toContainText('Доброе утро!')
  await expect(
    offers.getByRole('list', { name: pricingTexts.program.days }).getByRole('listitem'),
  ).toHaveCount(5)
  await expect(offers.getByText(/^До\sпервого сообщения вернём всё$/)).toBeVisible()
  await expect(offers.getByText(/^1\s000\s₸ в\sдень\. Все\s5\s000\s₸ зачтём в\sконсультацию$/)).toBeVisible()
  const person = page.getByRole('region', { name: 'Консультацию ведёт' })
  await expect(offers.locator(person)).toContainText('Пример')

  await expect(page.getByText(/Нажимая кнопку/)).toHaveCount(0)
  const checkout = new CheckoutPage(page)
  await checkout.payButton('subscription').click()
  await expect(checkout.sheet.getByText(/Нажимая кнопку.*Robokassa/)).toBeVisible()
  await expect(checkout.sheet.locator(person)).toBeVisible()
  await expectFitForEveryone(page, 'the sheet with a person')
})

test('who is behind the product stands below the first screen and opens the page about it', async ({
  page,
}) => {
  for (const path of ['/', '/about']) {
    await page.goto(path)
    await expect(page.getByRole('region', { name: 'Консультацию ведёт' })).toContainText('Пример')
    await expectFitForEveryone(page, `a person on ${path}`)
  }
})
