import { layoutTexts } from '@app/content/ru/ui/layout'
import { quizTexts } from '@app/content/ru/ui/quiz'
import { autoAdvanceMs } from '@app/domain/quiz/machine'
import { aigerim } from '@app/testing/people'
import { test as base, type Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { QuizPage } from './support/quiz-page.ts'

/** Keeps the quiz's own script back until the answered function is called. */
const holdScript = (page: Page) => hold(page, '**/assets/index-*.js')

/** And all the rules of its stylesheet, of which the page has some in itself. */
const allStyles = '**/assets/index-*.css'

async function hold(page: Page, files: string): Promise<() => void> {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Keeps React from drawing after it has begun: it draws bit by bit, and asks for its next turn by a message to itself. */
async function holdDrawing(page: Page) {
  await page.addInitScript(() => {
    const send = MessagePort.prototype.postMessage
    const held: (() => void)[] = []
    Object.assign(window, { held, isHolding: true })
    MessagePort.prototype.postMessage = function (...args: unknown[]) {
      const go = () => Reflect.apply(send, this, args)
      if (Reflect.get(window, 'isHolding')) held.push(go)
      else go()
    }
  })
  return {
    begun: () => page.waitForFunction(() => Reflect.get(window, 'held').length > 0),
    /** Draws until what was asked for is in the page, and no further. */
    until: (selector: string) =>
      page.waitForFunction((drawn) => {
        if (document.querySelector(drawn)) return true
        Reflect.get(window, 'held').shift()?.()
        return false
      }, selector),
    goOn: () =>
      page.evaluate(() => {
        Object.assign(window, { isHolding: false })
        for (const go of Reflect.get(window, 'held')) go()
      }),
  }
}

async function openWithoutScript(page: Page): Promise<{ quiz: QuizPage; release: () => void }> {
  const release = await holdScript(page)
  const quiz = new QuizPage(page)
  await page.goto('/', { waitUntil: 'commit' })
  await quiz.step('welcome').getByRole('button').click()
  await quiz.expectAt('gender')
  return { quiz, release }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('while the script is on its way', () => {
  test('the first two questions open and answer, and the quiz goes on from there', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await expect(heading(page)).toBeFocused()
    await expect(page.locator('#main')).toBeHidden()
    const [header, question, footer] = await Promise.all(
      ['header', '#early', 'footer'].map((part) => page.locator(part).boundingBox()),
    )
    expect(header?.y).toBeLessThan(question?.y ?? 0)
    expect(question?.y).toBeLessThan(footer?.y ?? 0)
    await quiz.option('gender', 'female').click({ force: true })

    await quiz.expectAt('age')
    await expect(heading(page)).toBeFocused()
    await expect(page.getByText('Шаг 3 из 25')).toBeVisible()
    await quiz.option('age', '30-39').click({ force: true })
    await expect(quiz.option('age', '30-39')).toBeChecked()
    await expect(page.getByText(quizTexts.early.waiting)).toBeVisible()
    release()

    await quiz.expectAt('height')
    await expect(page.locator('#main')).toBeVisible()
    await expect(page.getByText('Шаг 4 из 25')).toBeVisible()
    await expect(heading(page)).toBeFocused()
    await page.goBack()
    await quiz.expectAt('age')
    await expect(quiz.option('age', '30-39')).toBeChecked()
    await page.goBack()
    await quiz.expectAt('gender')
    await expect(quiz.option('gender', 'female')).toBeChecked()
    await page.goBack()
    await quiz.expectAt('welcome')
  })

  test('whoever is asked the second question when the script comes answers it there', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'male').click({ force: true })
    await quiz.expectAt('age')
    await expect(page.getByText('Шаг 3 из 24')).toBeVisible()
    release()

    await expect(page.locator('#early')).toHaveCount(0)
    await quiz.expectAt('age')
    await expect(page.getByText('Шаг 3 из 24')).toBeVisible()
    await expect(heading(page)).toBeFocused()
    await quiz.option('age', '60+').click({ force: true })
    await quiz.expectAt('height')
  })

  for (const keeps of ['keeps', 'keeps nothing'] as const) {
    test(`what is answered while the script draws is not lost, in a browser that ${keeps} of it`, async ({
      page,
    }) => {
      const draw = await holdDrawing(page)
      if (keeps === 'keeps nothing') {
        await page.addInitScript(() => {
          Object.defineProperty(window, 'sessionStorage', {
            get: () => {
              throw new DOMException('Access is denied', 'SecurityError')
            },
          })
        })
      }
      const { quiz, release } = await openWithoutScript(page)
      release()
      await draw.begun()
      await quiz.option('gender', 'male').click({ force: true })
      await expect(page.locator('#early')).toBeAttached()
      await quiz.expectAt('age')
      await quiz.option('age', '40-49').click({ force: true })
      await draw.goOn()

      await quiz.expectAt('height')
      await expect(page.locator('#early')).toHaveCount(0)
      await page.goBack()
      await quiz.expectAt('age')
      await expect(quiz.option('age', '40-49')).toBeChecked()
      await page.goBack()
      await quiz.expectAt('gender')
      await expect(quiz.option('gender', 'male')).toBeChecked()
    })
  }

  test('keys do what they did until all of the quiz listens', async ({ page }) => {
    const draw = await holdDrawing(page)
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'female').focus()
    release()
    await draw.begun()
    await draw.until('#main [data-step="gender"]')
    await page.keyboard.press('ArrowDown')
    await expect(page.locator(':focus')).toHaveValue('male')
    await expect(page.locator('input:checked')).toHaveCount(0)
    await draw.goOn()

    await expect(page.locator('#early')).toHaveCount(0)
    await expect(quiz.option('gender', 'male')).toBeFocused()
    await expect(quiz.option('gender', 'male')).not.toBeChecked()
    await page.keyboard.press('2')
    await quiz.expectAt('age')
    await expect(page.locator('#main')).toBeVisible()
  })

  test('a press that a busy phone tells of when the script has come is heard', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'male').click({ force: true })
    await quiz.expectAt('age')
    const pressedAt = Date.now() / 1000
    release()
    await expect(page.locator('#early')).toHaveCount(0)

    const box = await quiz.option('age', '60+').locator('xpath=ancestor::label').boundingBox()
    if (!box) throw new Error('The option is not drawn')
    const devtools = await page.context().newCDPSession(page)
    for (const type of ['mousePressed', 'mouseReleased'] as const) {
      await devtools.send('Input.dispatchMouseEvent', {
        ...{ type, timestamp: pressedAt, x: box.x + box.width / 2, y: box.y + box.height / 2 },
        ...{ button: 'left', clickCount: 1 },
      })
    }
    await quiz.expectAt('height')
  })

  test('whoever has come back to an answer stays with it when the script comes', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'male').click({ force: true })
    await quiz.expectAt('age')
    await quiz.back.click()
    await quiz.expectAt('gender')
    await expect(quiz.option('gender', 'male')).toBeChecked()
    release()

    await expect(page.locator('#early')).toHaveCount(0)
    await page.waitForTimeout(autoAdvanceMs * 2)
    await quiz.expectAt('gender')
    await quiz.option('gender', 'female').click({ force: true })
    await quiz.expectAt('age')
    await expect(page.getByText('Шаг 3 из 25')).toBeVisible()
  })

  test('whoever goes back to the first screen keeps both answers when the script comes', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'female').click({ force: true })
    await quiz.expectAt('age')
    await quiz.option('age', '30-39').click({ force: true })
    await quiz.back.click()
    // The pause after the first answer is another visit's.
    await page.waitForTimeout(autoAdvanceMs * 2)
    await quiz.expectAt('gender')
    await quiz.back.click()
    await quiz.expectAt('welcome')
    release()

    await expect(page.locator('html[data-ready]')).toBeAttached()
    await page.goForward()
    await quiz.expectAt('gender')
    await expect(quiz.option('gender', 'female')).toBeChecked()
    await page.goForward()
    await quiz.expectAt('age')
    await expect(quiz.option('age', '30-39')).toBeChecked()
  })

  test('a held key answers one question, and a held arrow none', async ({ page }) => {
    const { quiz } = await openWithoutScript(page)
    await page.keyboard.down('ArrowDown')
    await page.keyboard.down('ArrowDown')
    await page.keyboard.up('ArrowDown')
    await expect(page.locator('#early input:checked')).toHaveCount(0)
    await page.keyboard.down('2')
    await quiz.expectAt('age')
    await page.keyboard.down('2')
    await page.keyboard.up('2')
    await expect(quiz.option('age', '30-39')).not.toBeChecked()
  })

  test('while what was chosen is shown, a second press is nobody’s', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    /** In one task, so that they are as close on a busy machine as on any other. */
    const pressAtOnce = (...keys: string[]) =>
      page.evaluate((pressed) => {
        for (const key of pressed)
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      }, keys)

    await pressAtOnce('2', '1')
    await quiz.expectAt('age')
    await pressAtOnce('2', '3')
    await expect(quiz.option('age', '30-39')).toBeChecked()
    // Whoever waits for the script may still think better of it.
    await page.waitForTimeout(autoAdvanceMs * 2)
    await page.keyboard.press('3')
    await expect(quiz.option('age', '40-49')).toBeChecked()
    release()

    await quiz.expectAt('height')
    // A frame after the step.
    await expect.poll(() => page.evaluate(() => history.state?.quizPlace)).toBe('height')
    await page.goBack()
    await quiz.expectAt('age')
    await expect(quiz.option('age', '40-49')).toBeChecked()
    await page.goBack()
    await expect(quiz.option('gender', 'male')).toBeChecked()
  })

  test('an attempt that another tab has begun meanwhile is followed', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'male').click({ force: true })
    await quiz.option('age', '60+').click({ force: true })
    const other = await page.context().newPage()
    await givenQuizAt(other, 'weight', aigerim)
    await new QuizPage(other).expectAt('weight')
    release()

    await expect(page.locator('html[data-ready]')).toBeAttached()
    await new QuizPage(other).expectAt('weight')
    const kept = await other.evaluate(() => JSON.parse(localStorage.getItem('yasny-den.quiz') ?? '').answers)
    expect(kept).toMatchObject({ gender: 'female', age: aigerim.answers.age })
  })

  test('a question opened but not answered waits for its answer, with the focus where it was', async ({
    page,
  }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'male').focus()
    release()

    await expect(page.locator('#early')).toHaveCount(0)
    await expect(quiz.option('gender', 'male')).toBeFocused()
    await page.keyboard.press('Space')
    await quiz.expectAt('age')
  })

  test('a reload loses neither the question nor its answer', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'male').click({ force: true })
    await page.reload({ waitUntil: 'commit' })

    await quiz.expectAt('gender')
    await expect(quiz.option('gender', 'male')).toBeChecked()
    await quiz.next.click()
    await quiz.option('age', '40-49').click({ force: true })
    await page.reload({ waitUntil: 'commit' })

    await quiz.expectAt('age')
    await expect(quiz.option('age', '40-49')).toBeChecked()
    await expect(page.getByText('Шаг 3 из 24')).toBeVisible()
    release()
    await quiz.expectAt('height')
    await expect(page.getByText('Шаг 4 из 24')).toBeVisible()
  })

  test('Back returns to the first screen, and Forward to the question', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    // Playwright's own `goBack` waits for a page that has loaded, which this one has not.
    await page.evaluate(() => history.back())
    await quiz.expectAt('welcome')
    await page.evaluate(() => history.forward())
    await quiz.expectAt('gender')
    await quiz.back.click()
    await quiz.expectAt('welcome')

    release()
    await expect(page.locator('html[data-ready]')).toBeAttached()
    await quiz.expectAt('welcome')
    await quiz.step('welcome').getByRole('button').click()
    await quiz.expectAt('gender')
  })

  test('keys work as later on: arrows only move, a digit or Enter chooses', async ({ page }) => {
    const { quiz, release } = await openWithoutScript(page)
    await quiz.option('gender', 'female').focus()
    await page.keyboard.press('ArrowDown')
    await expect(quiz.option('gender', 'male')).toBeFocused()
    await expect(quiz.option('gender', 'male')).not.toBeChecked()
    await page.keyboard.press('1')
    await expect(quiz.option('gender', 'female')).toBeChecked()
    await quiz.expectAt('age')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('input:checked')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(quiz.option('age', '30-39')).toBeChecked()
    await quiz.next.click()
    release()
    await quiz.expectAt('height')
  })
})

for (const [size, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 800 },
})) {
  test(`on a ${size} the page before the script looks by its own rules as by all of them`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const { quiz } = await openWithoutScript(page)
    const styles = page.locator('link[rel=stylesheet]')
    const look = async (media: string) => {
      await styles.evaluate((link: HTMLLinkElement, media) => {
        link.media = media
      }, media)
      return page.screenshot({ fullPage: true, animations: 'disabled' })
    }
    const expectOneLook = async () => {
      await page.evaluate(() => document.fonts.ready)
      await expect.poll(() => styles.evaluate((link: HTMLLinkElement) => link.sheet !== null)).toBe(true)
      // A picture may be taken in the middle of a frame. What differs by a rule differs in all of them.
      await expect(async () => {
        const own = await look('not all')
        expect(own.equals(await look('all'))).toBe(true)
      }).toPass({ timeout: 15_000 })
      await look('not all')
    }
    await expectOneLook()
    await quiz.option('gender', 'female').click({ force: true })
    await quiz.expectAt('age')
    await page.keyboard.press('1')
    await expect(page.getByText(quizTexts.early.waiting)).toBeVisible()
    await expectOneLook()
    await page.goBack()
    await page.goBack()
    await quiz.expectAt('welcome')
    await expectOneLook()
    await page.keyboard.press('Tab')
    await expectOneLook()
  })
}

test('the script waits for all rules before it draws', async ({ page }) => {
  const release = await hold(page, allStyles)
  const quiz = new QuizPage(page)
  const script = page.waitForResponse(/\/index-[^/]*\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  await quiz.step('welcome').getByRole('button').click()
  await quiz.option('gender', 'female').click({ force: true })
  await quiz.expectAt('age')
  await quiz.option('age', '60+').click({ force: true })
  await (await script).finished()
  await expect(page.getByText(quizTexts.early.waiting)).toBeVisible()
  await expect(page.locator('#early')).toBeVisible()
  release()
  await quiz.expectAt('height')
  await expect(page.locator('#early')).toHaveCount(0)
})

async function answerBoth(page: Page): Promise<QuizPage> {
  const quiz = new QuizPage(page)
  await page.goto('/')
  await quiz.step('welcome').getByRole('button').click()
  await quiz.option('gender', 'female').click({ force: true })
  await quiz.option('age', '60+').click({ force: true })
  return quiz
}

test.describe('where the script does not come', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('nor the rules it draws by, the question says so, and a reload brings the quiz', async ({ page }) => {
    await page.route(allStyles, (route) => route.abort())
    const quiz = await answerBoth(page)
    const note = page.getByText(quizTexts.early.broken).filter({ visible: true })
    await expect(note).toContainText(quizTexts.early.saved)
    await page.unroute(allStyles)
    await note.getByRole('button', { name: quizTexts.early.reload }).click()
    await quiz.expectAt('height')
  })

  test('rules that failed once are asked for again', async ({ page }) => {
    let asked = 0
    await page.route(allStyles, (route) => (asked++ ? route.continue() : route.abort()))
    const quiz = await answerBoth(page)
    await quiz.expectAt('height')
    expect(asked).toBe(2)
  })

  test('the question says so, and a reload brings the quiz with the answer', async ({ page }) => {
    // Until the page is opened again: it tries once more by itself, and may have the script before the link is pressed.
    let opened = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) opened++
    })
    await page.route('**/assets/index-*.js', (route) => (opened > 1 ? route.continue() : route.abort()))
    const quiz = await answerBoth(page)
    const note = page.getByText(quizTexts.early.broken).filter({ visible: true })
    await expect(note).toContainText(quizTexts.early.saved)
    await note.getByRole('button', { name: quizTexts.early.reload }).click()
    await quiz.expectAt('height')
  })
})

base.describe('where scripts are switched off', () => {
  base.use({ javaScriptEnabled: false })

  base('the first screen says that the questions need them', async ({ page }) => {
    await page.goto('/')
    // Playwright finds no text inside of a `noscript` by itself.
    await base.expect(page.locator('noscript p')).toHaveText(quizTexts.early.noScript)
    await base.expect(page.locator('noscript p')).toBeVisible()
  })

  base('the cabinet says that it needs them', async ({ page }) => {
    await page.goto('/profile')
    await base.expect(page.locator('noscript p')).toHaveText(layoutTexts.noScript)
    await base.expect(page.locator('noscript p')).toBeVisible()
    await base.expect(page.getByText(layoutTexts.loading)).toBeHidden()
  })
})

test('the cabinet has its frame before the script, and breaks no rule of the page as it is drawn', async ({
  page,
}) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
      console.error(`${violatedDirective} of ${sourceFile}`),
    )
  })
  const release = await holdScript(page)
  await page.goto('/profile', { waitUntil: 'commit' })
  await expect(page.getByRole('link', { name: 'Ясный день, на главную' })).toBeVisible()
  await expect(page.getByText(layoutTexts.loading)).toBeVisible()
  release()
  await expect(heading(page)).toHaveText('Здесь живут ваши результаты')
  await expect(page.getByText(layoutTexts.loading)).toBeHidden()
})

for (const path of ['/', '/about']) {
  test(`a button of ${path} is heard although it was pressed before the script was there`, async ({
    page,
  }) => {
    const release = await holdScript(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Забыть это устройство' }).click()
    release()
    await expect(page.getByRole('dialog', { name: 'Забыть это устройство?' })).toBeVisible()
  })
}

test('a button pressed while the script draws is heard', async ({ page }) => {
  const draw = await holdDrawing(page)
  const forget = page.getByRole('button', { name: 'Забыть это устройство' })
  const { quiz, release } = await openWithoutScript(page)
  release()
  await draw.begun()
  await forget.click()
  await draw.goOn()
  const dialog = page.getByRole('dialog', { name: 'Забыть это устройство?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await quiz.expectAt('gender')
})

test('a press during hydration counts once, and so do two', async ({ page }) => {
  const quiz = new QuizPage(page)
  await page.goto('/', { waitUntil: 'commit' })
  await quiz.step('welcome').getByRole('button').dblclick()
  await quiz.expectAt('gender')
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await quiz.expectAt('gender')
  await page.goBack()
  await quiz.expectAt('welcome')
})

test('before the first answer a phone asks for nine things at most, one script among them', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const { quiz } = await openWithoutScript(page)
  await quiz.option('gender', 'female').click({ force: true })
  await page.evaluate(() => document.fonts.ready)

  expect(asked.filter((path) => path.endsWith('.js'))).toHaveLength(1)
  expect(asked.length).toBeLessThanOrEqual(9)
})

test('all that is drawn comes before the script, and every font of it is announced', async ({ page }) => {
  const browser = await page.context().newCDPSession(page)
  const priorities = new Map<string, string>()
  browser.on('Network.requestWillBeSent', ({ request }) =>
    priorities.set(new URL(request.url).pathname, request.initialPriority),
  )
  await browser.send('Network.enable')
  const { quiz } = await openWithoutScript(page)
  await quiz.option('gender', 'female').click({ force: true })
  await page.evaluate(() => document.fonts.ready)

  const script = [...priorities].filter(([path]) => path.endsWith('.js'))
  expect(script.map(([, priority]) => priority)).toEqual(['Low'])
  const fonts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.initiatorType : '')),
  )
  expect(fonts).toEqual(['link', 'link', 'link', 'link'])
})

test('no later script asks for the stylesheet that the page has asked for', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect.poll(() => asked.some((path) => path.includes('/posthog-client-'))).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.endsWith('.css'))).toHaveLength(1)
})
