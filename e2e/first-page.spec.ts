import { profileErrorTexts } from '@app/content/ru/errors'
import { layoutTexts } from '@app/content/ru/ui/layout'
import { profileTexts } from '@app/content/ru/ui/profile'
import { quizTexts } from '@app/content/ru/ui/quiz'
import { aigerim } from '@app/testing/people'
import { test as base, type Page } from '@playwright/test'
import { hold, holdScript, openWithoutScript } from './support/before-script.ts'
import { contrastOverPicture } from './support/faults/picture-contrast.ts'
import { expect, test } from './support/fixtures.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { pressEscape } from './support/press-escape.ts'
import { QuizPage } from './support/quiz-page.ts'

/** The utilities, of which the page carries in itself what it is drawn by; the other rules it has all. */
const allStyles = '**/assets/index-*.css'

const signIn = (page: Page) => page.getByRole('button', { name: profileTexts.signIn.button })
const late = (page: Page) => page.getByText(layoutTexts.late).filter({ visible: true })
const scriptOf = (page: Page) => page.locator('script[type=module][src]')
/** What the profile of somebody with a session is drawn by, where the page has it fetched before anything asks for it. */
const announced = (page: Page) => page.locator('head > link[rel=modulepreload][href*="known-profile"]')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

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
  const note = page.getByText(quizTexts.early.waiting).filter({ visible: true })
  await expect(note).toBeVisible()
  // It is held back for a while, also from whoever wants no motion, as all journeys do.
  expect(await note.evaluate((element) => getComputedStyle(element).animationName)).toBe('reveal')
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
  await quiz.expectAt('age')
  await quiz.option('age', '60+').click({ force: true })
  return quiz
}

test.describe('where the script does not come', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('nor the rules it draws by, the question says so, and the quiz comes by itself', async ({ page }) => {
    await page.route(allStyles, (route) => route.abort())
    const quiz = await answerBoth(page)
    const note = page.getByText(quizTexts.early.broken).filter({ visible: true })
    await expect(note).toContainText(quizTexts.early.saved)
    await page.unroute(allStyles)
    await quiz.expectAt('height')
  })

  test('who comes back half way is told what is waited for, and goes on there once it comes', async ({
    page,
  }) => {
    await givenQuizAt(page, 'height', aigerim)
    let isLost = true
    await page.route('**/assets/index-*.js', (route) => (isLost ? route.abort() : route.continue()))
    await page.reload()
    const note = page.getByText(quizTexts.late).filter({ visible: true })
    await expect(note).toBeVisible()
    for (const { ratio } of await contrastOverPicture(page, note)) expect(ratio).toBeGreaterThanOrEqual(4.5)
    await expect(page.getByRole('button', { name: quizTexts.start })).toBeHidden()
    await page.setViewportSize({ width: 390, height: 400 })
    await page.evaluate(() => scrollTo(0, 100))
    expect(await page.evaluate(() => scrollY)).toBe(100)
    isLost = false
    await new QuizPage(page).expectAt('height')
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('rules that failed once are asked for again', async ({ page }) => {
    let asked = 0
    await page.route(allStyles, (route) => (asked++ ? route.continue() : route.abort()))
    const quiz = await answerBoth(page)
    await quiz.expectAt('height')
    expect(asked).toBe(2)
  })

  test('the question says so, and a reload brings the quiz with the answer', async ({ page }) => {
    // Until the page is opened again: it tries by itself, too, and may have the script before the link is pressed.
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
    await base.expect(page.getByRole('button', { name: quizTexts.start })).toBeHidden()
  })

  base('the cabinet says that it needs them', async ({ page }) => {
    await page.goto('/profile')
    await base.expect(page.locator('noscript p')).toHaveText(layoutTexts.noScript)
    await base.expect(page.locator('noscript p')).toBeVisible()
    await base.expect(page.getByText(layoutTexts.loading)).toBeHidden()
  })
})

test('a result has its frame before the script, and breaks no rule of the page as it is drawn', async ({
  page,
}) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
      console.error(`${violatedDirective} of ${sourceFile}`),
    )
  })
  const release = await holdScript(page)
  await page.goto('/profile?data=[]', { waitUntil: 'commit' })
  await expect(page.getByRole('link', { name: 'Ясный день, на главную' })).toBeVisible()
  await expect(page.getByText(layoutTexts.loading)).toBeVisible()
  await expect(signIn(page)).toBeHidden()
  release()
  await expect(heading(page)).toHaveText(profileErrorTexts.badLink)
  await expect(page.getByText(layoutTexts.loading)).toBeHidden()
})

test.describe('before the script is there, the cabinet', () => {
  test('greets a visitor, and hears what was pressed when it is', async ({ page }) => {
    const release = await holdScript(page)
    await page.goto('/profile', { waitUntil: 'commit' })
    await expect(heading(page)).toHaveText(profileTexts.signIn.title)
    await expect(page).toHaveTitle(/^Личный кабинет/)
    await expect(page.getByText(layoutTexts.loading)).toBeHidden()
    await expect(scriptOf(page)).toHaveAttribute('fetchpriority', 'low')
    await expect(announced(page)).toHaveCount(0)
    await expect(late(page)).toBeVisible()
    await signIn(page).click()
    release()
    await expect(page.getByRole('dialog')).toBeVisible()
    await pressEscape(page)
    await expect(signIn(page)).toBeFocused()
    await expect(late(page)).toHaveCount(0)
  })

  test('keeps the focus of whoever goes by the keyboard, and shows no spinner in between', async ({
    page,
  }) => {
    const release = await holdScript(page)
    await page.goto('/profile', { waitUntil: 'commit' })
    const takeTest = page.getByRole('button', { name: profileTexts.takeTest })
    await takeTest.focus()
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => seen.push(document.querySelector('main')?.textContent ?? '')).observe(
        document.body,
        { childList: true, subtree: true },
      )
    })
    release()
    await expect(page.locator('#shell')).toHaveCount(0)
    await expect(takeTest).toBeFocused()
    const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[])
    expect(seen.length).toBeGreaterThan(0)
    for (const text of seen) expect(text).toContain(profileTexts.signIn.title)
    await page.keyboard.press('Enter')
    await new QuizPage(page).expectAt('gender')
  })

  for (const [who, arrange] of Object.entries({
    'is signed in': () =>
      localStorage.setItem('supabase.auth.token', '{"refresh_token":"a","user":{"id":"a"}}'),
    'is back from paying': () => sessionStorage.setItem('yasny-den.payment-return', '{}'),
    'has their storage blocked': () =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      }),
    'comes by a link that signs in': () => history.replaceState(null, '', '#access_token=a'),
  })) {
    test(`greets nobody as a stranger who ${who}, and has a profile's script fetched`, async ({ page }) => {
      await page.addInitScript(arrange)
      await holdScript(page)
      await page.goto('/profile', { waitUntil: 'commit' })
      await expect(page.getByText(layoutTexts.loading)).toBeVisible()
      await expect(signIn(page)).toBeHidden()
      await expect(announced(page)).toHaveCount(1)
    })
  }

  test('stays where the visitor reads when it is drawn anew', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 500 })
    const release = await holdScript(page)
    await page.goto('/profile', { waitUntil: 'commit' })
    await expect(signIn(page)).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 200))
    const links = page.getByRole('contentinfo')
    const { height } = (await links.boundingBox()) ?? {}
    release()
    await expect(page.locator('#shell')).toHaveCount(0)
    await expect(page.locator('html[data-visitor]')).toHaveCount(0)
    expect(await page.evaluate(() => window.scrollY)).toBe(200)
    expect((await links.boundingBox())?.height).toBe(height)
  })

  test.describe('where files do not come at first,', () => {
    test.use({ expectedConsoleErrors: [/net::ERR_(?:FAILED|INTERNET_DISCONNECTED)/] })

    for (const [what, files] of Object.entries({
      script: '**/assets/index-*.js',
      stylesheet: allStyles,
      'own script': '**/assets/profile-*.js',
    })) {
      test(`goes on by itself once its ${what} comes, and does what was pressed`, async ({ page }) => {
        await page.route(files, (route) => route.abort(), { times: 2 })
        await page.goto('/profile')
        await signIn(page).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await pressEscape(page)
        await expect(heading(page)).toHaveText(profileTexts.signIn.title)
      })
    }
  })
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

test('the script leaves a phone alone that is still drawing the first page, and comes by itself afterwards', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const release = await hold(page, '**/*.woff2')
  const isThere = page.locator('html[data-ready]')
  await page.goto('/', { waitUntil: 'commit' })
  await expect(heading(page)).toBeVisible()
  await page.waitForTimeout(2500)
  await expect(isThere).toHaveCount(0)
  // The fonts do not share the network with it, nor with the rules that nothing is drawn by yet.
  expect(asked.filter((path) => /\.(?:js|css)$/.test(path))).toEqual([])
  release()
  await expect(isThere).toHaveCount(1)
})

test('before the first answer a phone asks for nine things at most, one script among them', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const { quiz } = await openWithoutScript(page)
  await quiz.option('gender', 'female').click({ force: true })
  await page.evaluate(() => document.fonts.ready)

  // It is asked for a moment after the question stands.
  await expect.poll(() => asked.filter((path) => path.endsWith('.js'))).toHaveLength(1)
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

  const scripts = () => [...priorities].filter(([path]) => path.endsWith('.js'))
  await expect.poll(() => scripts().map(([, priority]) => priority)).toEqual(['Low'])
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
