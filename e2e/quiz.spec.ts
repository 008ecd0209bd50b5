import { layoutTexts } from '@app/content/ru/ui/layout'
import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import { autoAdvanceMs } from '@app/domain/quiz/machine'
import { type StepId, visibleSteps } from '@app/domain/quiz/steps'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import type { Page } from '@playwright/test'
import { afterScript, hold } from './support/before-script.ts'
import { expectFitForEveryone } from './support/everyone.ts'
import { expect, test } from './support/fixtures.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { QuizPage } from './support/quiz-page.ts'

// Steps come and go as most people see them: with motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a woman goes through 25 steps and gets her result', { tag: '@core' }, async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.open()
  const passed = await quiz.walk(aigerim)
  expect(passed).toHaveLength(24)
  await expect(page.getByText(/Шаг\s25\sиз\s25/).first()).toBeVisible()
  await expect(page.getByText('100%').or(page.getByText('100 %'))).toBeVisible()
  // The last step has the most of all. What is drawn beside it costs a slow phone each press.
  expect(await page.locator('*').count()).toBeLessThanOrEqual(400)

  await quiz.fillContact(aigerim, freshEmail(aigerim))
  await quiz.submit.click()

  await expect(quiz.result('A2')).toBeVisible()
  expect(await page.locator('*').count()).toBeLessThanOrEqual(900)
})

test('a man goes through 24 steps and is not asked what only women are', async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.open()
  const passed = await quiz.walk(timur)
  expect(passed).toHaveLength(23)
  expect(passed).not.toContain('before-menstruation')
  await expect(page.getByText(/Шаг\s24\sиз\s24/).first()).toBeVisible()

  await quiz.fillContact(timur, freshEmail(timur))
  await quiz.submit.click()

  await expect(quiz.result('C2')).toBeVisible()
})

test('where nobody is asked, the time zone tells the country', async ({ page }) => {
  const release = await hold(page, '**/assets/time-zones-*.js')
  await givenQuizAt(page, 'contact', timur)
  const quiz = new QuizPage(page)
  await quiz.fillContact(timur, freshEmail(timur))
  await afterScript(page, /time-zones-/, release)
  const sent = page.waitForRequest('**/api/leads')
  await quiz.submit.click()
  expect((await sent).postDataJSON()).toMatchObject({ location: { country: 'Kazakhstan' } })
})

test('nobody is told where the visitor is before they agree to it', async ({ page }) => {
  const asked: string[] = []
  await page.route(/geojs\.io|ipwho\.is|ipapi\.co/, (route) => {
    asked.push(new URL(route.request().url()).host)
    const headers = { 'access-control-allow-origin': '*' }
    return route.fulfill({ headers, json: { country: 'Kazakhstan', city: 'Shymkent' } })
  })
  // The sandbox asks nobody, and its policy lets nobody be asked: the page is told that it is in production.
  await page.route('**/', async (route) => {
    const response = await route.fetch()
    const { 'content-security-policy': _, ...headers } = response.headers()
    const body = (await response.text()).replace('"environment":"sandbox"', '"environment":"production"')
    return route.fulfill({ response, headers, body })
  })
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(timur)
  expect(asked).toEqual([])

  await quiz.fillContact(timur, freshEmail(timur))
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('yasny-den.location'))).not.toBeNull()
  expect(asked).toEqual(['get.geojs.io'])
  const sent = page.waitForRequest('**/api/leads')
  await quiz.submit.click()
  expect((await sent).postDataJSON()).toMatchObject({ location: { country: 'Kazakhstan', city: 'Shymkent' } })
  await expect(quiz.result('C2')).toBeVisible()
})

test('Back shows the question before with its answer, and Next returns', { tag: '@core' }, async ({
  page,
}) => {
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(aigerim, { until: 'height' })

  await quiz.back.click()
  await quiz.expectAt('age')
  await expect(quiz.option('age', '40-49')).toBeChecked()
  await quiz.next.click()
  await quiz.expectAt('height')
  await expect(quiz.next).toBeDisabled()
})

test("the browser's Back and Forward move by steps", async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(aigerim, { until: 'weight' })
  await page.goBack()
  await quiz.expectAt('height')
  await expect(page.getByRole('textbox')).toHaveValue('165')
  await page.goBack()
  await quiz.expectAt('age')
  await page.goForward()
  await quiz.expectAt('height')
})

test('the skip link leads to the question, and Back from there to the one before', async ({ page }) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'height', aigerim)
  await page.getByRole('link', { name: layoutTexts.skipToContent }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await quiz.expectAt('height')
  await page.goBack()
  await quiz.expectAt('age')
})

test('a reload comes back to the same question with its answers', { tag: '@core' }, async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(aigerim, { until: 'goals' })

  await page.reload()
  await quiz.expectAt('goals')
  await quiz.back.click()
  await quiz.expectAt('health-issues')
  for (const issue of aigerim.answers.healthIssues) {
    await expect(quiz.option('healthIssues', issue)).toBeChecked()
  }
})

test('starting over leads to the top of the first screen, from wherever on the page it was pressed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(aigerim, { until: 'height' })
  await page.getByRole('button', { name: 'Начать заново' }).click()
  await quiz.expectAt('welcome')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // Where the page stood is brought back by the browser, some frames later.
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('starting over wipes the answers from the device', async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(aigerim, { until: 'diet-attempts' })
  expect(await storedText(page)).toContain('female')

  await page.getByRole('button', { name: /Начать заново/ }).click()
  const confirm = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  if (await confirm.isVisible()) await confirm.getByRole('button', { name: /заново|Стереть/i }).click()

  await quiz.expectAt('welcome')
  expect(await storedText(page)).not.toContain('female')
  await page.reload()
  await quiz.expectAt('welcome')
})

test('two quick taps on an option move one step', async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(aigerim, { until: 'age' })

  const box = await page.getByText('30–39', { exact: true }).boundingBox()
  if (!box) throw new Error('the option has no place on the screen')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await page.waitForTimeout(90)
  await page.mouse.click(x, y)
  await page.waitForTimeout(700)
  await quiz.expectAt('height')
})

test.describe('in the very moment that the next question is in the page', () => {
  /** Does something as soon as a step stands in the page, before its frame. */
  async function atFirstSight(page: Page, step: StepId, action: 'reload' | 'digit' | 'back') {
    await page.evaluate(
      ([selector, action]) => {
        const actions = {
          reload: () => location.reload(),
          digit: () =>
            document.body.dispatchEvent(
              new KeyboardEvent('keydown', { key: '3', bubbles: true, cancelable: true }),
            ),
          back: () => history.back(),
        }
        new MutationObserver((_, observer) => {
          if (!document.querySelector(selector)) return
          observer.disconnect()
          actions[action]()
        }).observe(document.body, { childList: true, subtree: true })
      },
      [`[data-step="${step}"]`, action] as const,
    )
  }

  test('a reload does not lose the answer before it', async ({ page }) => {
    const quiz = new QuizPage(page)
    await givenQuizAt(page, 'feeling-cold', aigerim)
    await quiz.expectAt('feeling-cold')
    const reloaded = page.waitForEvent('load')
    await atFirstSight(page, 'body-heaviness', 'reload')
    await quiz.option('feelingCold', '0').press('Space')

    await reloaded
    // Until React has taken the page over, the first screen and the first question stand in it, unseen.
    await expect(page.locator('html')).toHaveAttribute('data-ready', '')
    await expect(page.locator('[data-step]')).toHaveAttribute('data-step', /feeling-cold|body-heaviness/)
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('yasny-den.quiz') ?? '').answers)
    expect(kept.feelingCold).toBe('0')
  })

  test('a digit answers no question that has gone', async ({ page }) => {
    const quiz = new QuizPage(page)
    await givenQuizAt(page, 'feeling-cold', aigerim)
    await quiz.expectAt('feeling-cold')
    await atFirstSight(page, 'body-heaviness', 'digit')
    await quiz.option('feelingCold', '0').press('Space')

    await expect(page.getByText(/Шаг\s1[12]\sиз\s25/).first()).toBeVisible()
    await page.waitForTimeout(autoAdvanceMs * 2)
    await page.evaluate(() => history.back())
    const at = page.locator('[data-step]')
    await expect(at).toHaveAttribute('data-step', /feeling-cold|body-heaviness/)
    if ((await at.getAttribute('data-step')) === 'body-heaviness') await page.evaluate(() => history.back())
    await quiz.expectAt('feeling-cold')
    await expect(quiz.option('feelingCold', '0')).toBeChecked()
  })

  test('Back ends at a question that the address and the answers agree on', async ({ page }) => {
    const quiz = new QuizPage(page)
    await givenQuizAt(page, 'feeling-cold', aigerim)
    await quiz.expectAt('feeling-cold')
    await atFirstSight(page, 'body-heaviness', 'back')
    await quiz.option('feelingCold', '0').press('Space')

    await page.waitForTimeout(autoAdvanceMs * 2)
    const shown = await page.locator('[data-step]').getAttribute('data-step')
    expect(await page.evaluate(() => history.state.quizPlace)).toBe(shown)
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('yasny-den.quiz') ?? '').stepId)).toBe(
      shown,
    )
    expect(await page.locator('[data-step]').count()).toBe(1)
  })
})

test('the keyboard alone is enough: arrows only move, a digit or Space chooses', { tag: '@core' }, async ({
  page,
}) => {
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(aigerim, { until: 'age' })

  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.waitForTimeout(600)
  await quiz.expectAt('age')

  await page.keyboard.press('Digit3')
  await quiz.expectAt('height')
  await page.keyboard.type('165')
  await page.keyboard.press('Enter')
  await quiz.expectAt('weight')
  await quiz.back.click()
  await quiz.back.click()
  await expect(quiz.option('age', '40-49')).toBeChecked()
})

test('arrows lead from the question into its options, and Enter on what is ticked goes on', async ({
  page,
}) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'diet-attempts', { answers: { ...aigerim.answers, healthIssues: ['none'] } })
  const question = page.getByRole('heading', { level: 1 })
  await question.focus()
  await page.keyboard.press('ArrowUp')
  await expect(quiz.option('dietAttempts', '3-more')).toBeFocused()
  await question.focus()
  await page.keyboard.press('Enter')
  await quiz.expectAt('health-issues')

  await expect(question).toBeFocused()
  await page.keyboard.press('Enter')
  await quiz.expectAt('health-issues')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(quiz.option('healthIssues', 'fatigue')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(quiz.option('healthIssues', 'fatigue')).toBeChecked()
  await quiz.expectAt('health-issues')
  await page.keyboard.press('Enter')
  await quiz.expectAt('goals')
  await quiz.back.click()
  await expect(quiz.option('healthIssues', 'fatigue')).toBeChecked()
})

for (const [person, step, text] of [
  [
    aigerim,
    'eye-whites-color',
    /^12\sиз\s23\. Осталось немного про\sтело, про\sэмоции и\sпривычки, 2\sминуты$/,
  ],
  [timur, 'sleep-feeling', /^11\sиз\s22\. Осталось/],
] as const) {
  test(`half way is told once, at ${step}, with the numbers of this quiz and what is left`, async ({
    page,
  }) => {
    const quiz = new QuizPage(page)
    const card = page.locator('[data-halfway]')
    await givenQuizAt(page, step, person)
    await quiz.expectAt(step)
    await expect(card).toHaveText(text)
    await quiz.next.click()
    await expect(card).toHaveCount(0)
  })
}

for (const [step, chapter, scene] of [
  ['gender', 'Тело', 'dawn'],
  ['tongue-color', 'Тело', 'window'],
  ['dominant-emotion', 'Эмоции', 'lake'],
  ['after-eating', 'Привычки', 'table'],
] as const) {
  test(`${step} stands in its chapter, over the scene of it`, async ({ page }) => {
    await givenQuizAt(page, step, aigerim)
    await new QuizPage(page).expectAt(step)
    await expect(page.getByRole('progressbar', { name: `глава «${chapter}»` })).toBeVisible()
    await expect(page.locator(`[data-scene="${scene}"] > svg`)).toBeAttached()
  })
}

test('a number out of range is explained and does not go on', async ({ page }) => {
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(aigerim, { until: 'height' })

  await page.getByRole('textbox').fill('119')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Рост\s— от\s120\sдо\s250\sсм/)).toBeVisible()
  await page.getByRole('textbox').fill('251')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Рост\s— от\s120\sдо\s250\sсм/)).toBeVisible()
  await expect(quiz.next).toBeDisabled()
  await quiz.expectAt('height')
})

test('the contact form says what is missing, and nothing is sent without consent', { tag: '@core' }, async ({
  page,
}) => {
  const quiz = new QuizPage(page)
  let sent = 0
  await page.route('**/api/leads', (route) => {
    sent += 1
    return route.continue()
  })
  await givenQuizAt(page, 'contact', timur)

  await quiz.submit.click()
  await expect(
    page.getByText(/^Это поле обязательно для заполнения\. Напишите, как вас зовут$/),
  ).toBeVisible()
  await expect(page.getByText('Напишите адрес почты')).toBeVisible()
  await expect(page.getByText('Напишите номер телефона')).toBeVisible()
  await quiz.fillContact({ ...timur, phone: '+7701' }, 'not-an-address')
  await quiz.submit.click()
  await expect(page.getByText('Введите корректный email')).toBeVisible()
  await expect(page.getByText('Введите корректный номер телефона')).toBeVisible()
  await quiz.fillContact(timur, freshEmail(timur))
  await quiz.consent.uncheck({ force: true })
  await quiz.submit.click()
  await expect(page.getByText('Осталось отметить согласие на обработку данных')).toBeVisible()
  await quiz.expectAt('contact')
  expect(sent).toBe(0)

  await quiz.consent.check({ force: true })
  await quiz.submit.click()
  await expect(quiz.result('C2')).toBeVisible()
  await expect.poll(() => sent).toBe(1)

  await page.goBack()
  await quiz.expectAt('contact')
  await expect(quiz.consent, 'whoever sends it anew agrees anew').not.toBeChecked()
})

test('a mistyped mail domain is doubted, mended by one press, and never in the way', async ({ page }) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', timur)
  const email = page.getByRole('textbox', { name: 'Почта' })
  const doubt = page.getByRole('status').filter({ hasText: /Возможно,\sвы\sимели\sв\sвиду/ })

  await email.fill('timur@gmial.com')
  await email.blur()
  await expect(doubt).toContainText('timur@gmail.com?')
  const mend = doubt.getByRole('button', { name: 'Исправить адрес' })
  expect((await mend.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectFitForEveryone(page, 'contact with a doubted address', { wayOn: quiz.submit })
  await mend.click()
  await expect(email).toHaveValue('timur@gmail.com')
  await expect(email).toBeFocused()
  await expect(doubt).toHaveCount(0)

  await email.fill('timur@m\u0430il.ru')
  await email.blur()
  const isCyrillic = page.getByText(/^В\sадресе есть русские\sбуквы/)
  await expect(isCyrillic, 'said before anything is sent').toBeVisible()
  await expect(email).toHaveAccessibleDescription(/русские\sбуквы/)
  await expect(doubt, 'beside the error, what mends it').toContainText('timur@mail.ru?')
  await expect(page.locator('[aria-live] [aria-live], [aria-live] [role=status]')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await email.press('End')
  await email.press('Backspace')
  await expect(isCyrillic).toHaveCount(0)
  await email.press('u')
  await quiz.submit.click()
  await expect(isCyrillic).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(
    /поля:\sимя,\sпочта,\sтелефон\.\sЕщё\sнужно\sотметить\sсогласие/,
  )

  await quiz.fillContact(timur, freshEmail(timur).replace(/@.*/, '@mail.ry'))
  await email.blur()
  await expect(doubt).toContainText('@mail.ru?')
  await quiz.submit.click()
  await expect(quiz.result('C2')).toBeVisible()
})

test('what a program has filled in is taken as it stands, and two submits are one', async ({ page }) => {
  const quiz = new QuizPage(page)
  const names: unknown[] = []
  await page.route('**/api/leads', (route) => {
    names.push(route.request().postDataJSON().name ?? route.request().postDataJSON().contact?.name)
    return route.continue()
  })
  await givenQuizAt(page, 'contact', timur)
  await quiz.fillContact(timur, freshEmail(timur))
  await quiz.consent.check({ force: true })
  await page.locator('input[name="name"]').evaluate((field: HTMLInputElement) => {
    field.value = 'Тимур Другой'
    const submit = field.form?.querySelector<HTMLButtonElement>('[type="submit"]')
    submit?.click()
    submit?.click()
  })

  await expect(quiz.result('C2')).toBeVisible()
  await page.goBack()
  await quiz.expectAt('contact')
  expect(names).toEqual(['Тимур Другой'])
})

async function storedText(page: import('@playwright/test').Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }))
}

test('on the smallest phone every step shows a whole answer, close under its question', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'gender', aigerim)
  const ids = visibleSteps(aigerim.answers).slice(1)
  for (const { id } of ids) {
    await quiz.expectAt(id)
    const step = quiz.step(id)
    const answer = await step
      .locator('.option-card, input:not([type="radio"], [type="checkbox"])')
      .first()
      .boundingBox()
    const words = await step.locator(':scope > :first-child').boundingBox()
    const bar = await step.locator('.step-bar').boundingBox()
    if (!answer || !words || !bar) throw new Error(`${id} has lost a part`)
    expect(answer.y + answer.height, `${id}: the first answer is above the buttons`).toBeLessThanOrEqual(
      bar.y,
    )
    expect(answer.y - words.y - words.height, `${id}: it is close to its question`).toBeLessThanOrEqual(48)
    if (id !== 'contact') await quiz.next.click()
  }
})

test('the sun rises into the result in one movement, for whoever wants any', async ({ page }) => {
  const quiz = new QuizPage(page)
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion })
    await givenQuizAt(page, 'contact', timur)
    await quiz.fillContact(timur, freshEmail(timur))
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document)
      document.startViewTransition = (update) => {
        document.body.dataset.moved = ''
        return start(update)
      }
    })
    await quiz.submit.click()
    await expect(quiz.result('C2')).toBeVisible()
    await expect(page.locator('body[data-moved]')).toHaveCount(reducedMotion === 'reduce' ? 0 : 1)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('an option that takes the focus does not stay under the buttons', async ({ page }) => {
    const quiz = new QuizPage(page)
    await givenQuizAt(page, 'health-issues', aigerim)
    const option = quiz.option('healthIssues', 'thyroid')
    await option.focus()
    await expect
      .poll(() =>
        option.evaluate((box) => {
          const { x, y, width, height } = box.getBoundingClientRect()
          return document.elementFromPoint(x + width / 2, y + height / 2) === box
        }),
      )
      .toBe(true)
  })
})

test('while the result is on its way the submit says so, and a second press sends nothing twice', async ({
  page,
}) => {
  const release = await hold(page, '**/assets/home-result-*.js')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/leads')) sent.push(request.url())
  })
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  await quiz.submit.click()
  const submitting = page.getByRole('button', { name: laterQuizTexts.submitting })
  await expect(submitting).toHaveAttribute('aria-busy', 'true')
  await submitting.click({ force: true })
  release()
  await expect(quiz.result('A2')).toBeVisible()
  await expect(page.getByText(/^Результат сохранён/)).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('the further taps of a double or triple tap on the submit open nothing of the result', async ({
  page,
}) => {
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
  await quiz.fillContact(aigerim, freshEmail(aigerim))
  await quiz.submit.evaluate(async (button: HTMLElement) => {
    // A busy phone delivers the second and the third one late, when the result has come in between.
    const tap = (detail: number) => new MouseEvent('click', { bubbles: true, cancelable: true, detail })
    const [first, second, third] = [tap(1), tap(2), tap(3)]
    button.dispatchEvent(first)
    const link = () => document.querySelector('[data-subcategory] a[href="/profile"]')
    while (!link()) await new Promise(requestAnimationFrame)
    link()?.dispatchEvent(second)
    link()?.dispatchEvent(third)
  })
  await expect(page.locator('#result-title')).toBeFocused()
  await expect(page).toHaveURL('/')
  await page.locator('[data-subcategory] a[href="/profile"]').click()
  await expect(page).toHaveURL('/profile')
})
