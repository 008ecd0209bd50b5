import type { Locator, Page } from '@playwright/test'
import { accessFaults } from './faults/access-faults.ts'
import { inForcedColours, pastTheEdge } from './faults/everyone-in-page.ts'
import { expect } from './fixtures.ts'

const upright = { width: 390, height: 844 }
const narrow = { width: 320, height: 568 }

/**
 * A screen of 320 px is also what 400 % of a desk's 1280 leave; root sizes of 24 and 32 px are text of 150 and 200 %. Sizes of one
 * screen follow each other: to become another is the dearest part of a look.
 */
const sizes = [
  { name: 'at 390 px', viewport: upright, rootPx: 16 },
  { name: 'with text of 150 %', viewport: upright, rootPx: 24 },
  { name: 'with text of 200 %', viewport: upright, rootPx: 32 },
  { name: 'at 360 px', viewport: { width: 360, height: 640 }, rootPx: 16 },
  { name: 'at 320 px', viewport: narrow, rootPx: 16 },
  { name: 'with text of 200 % at 320 px', viewport: narrow, rootPx: 32 },
  { name: 'held sideways', viewport: { width: 844, height: 390 }, rootPx: 16 },
]

type Screen = {
  /** What leads on from here, and so must be on screen however small that is and however large the text. */
  wayOn?: Locator
}

/**
 * Looks at what is on screen as people with other eyes and other devices have it: axe's rules, the dark scheme, small and
 * sideways screens, large text, forced colours. The page stays as it is: nothing is loaded anew, pressed or typed.
 */
export async function expectFitForEveryone(page: Page, name: string, screen: Screen = {}): Promise<void> {
  expect(await problemsForEveryone(page, screen), name).toEqual([])
}

/** Lists the page's faults in words. */
export async function problemsForEveryone(page: Page, { wayOn }: Screen = {}): Promise<string[]> {
  const viewport = page.viewportSize() ?? upright
  const found: string[] = []
  const add = (mode: string, problems: string[]) => found.push(...problems.map((each) => `${mode}: ${each}`))

  // Without motion, so that nothing is half way between two colours.
  const isMoving = await page.evaluate(() => matchMedia('(prefers-reduced-motion: no-preference)').matches)
  const plain = { colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' } as const
  await page.emulateMedia(plain)
  add('axe', await accessFaults(page))
  await page.emulateMedia({ ...plain, colorScheme: 'dark' })
  add('dark', await accessFaults(page, { rule: 'color-contrast' }))
  await page.emulateMedia({ ...plain, forcedColors: 'active' })
  add('forced colours', await page.evaluate(inForcedColours))
  await page.emulateMedia(plain)

  for (const { name, viewport, rootPx } of sizes) {
    const current = page.viewportSize()
    if (current?.width !== viewport.width || current.height !== viewport.height) {
      await page.setViewportSize(viewport)
    }
    add(name, await page.evaluate(pastTheEdge, rootPx))
    if (wayOn && !(await isOnScreen(wayOn))) add(name, ['the way on is off the screen'])
  }
  await page.setViewportSize(viewport)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  const reducedMotion = isMoving ? 'no-preference' : 'reduce'
  await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion })
  return found
}

const isOnScreen = (control: Locator) =>
  control.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isInside = top >= -1 && left >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    // A press falls through what is disabled.
    return isInside && (element.matches(':disabled') || element.contains(at))
  })
