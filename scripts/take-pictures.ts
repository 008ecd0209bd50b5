import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { applyDeskChanges } from '@app/server/desk/people/refresh-desk'
import { findBrowser } from '@app/testing/browser/browser'
import { chromium, type Page } from 'playwright-core'
import { givenDesk } from '../e2e/support/desk/given-desk.ts'
import { buildChecklists } from './build-checklists.ts'
import { buildWebIfStale } from './build-web.ts'
import { seedPractice } from './pictures/seed-practice.ts'
import { root } from './run.ts'

/** `npm run docs:pictures`: takes the pictures of docs/owner.md anew, of the desk of invented people. */
const folder = path.join(root, 'docs/pictures')
const maxBytes = 60_000
const wide = { width: 1120, height: 800 }
const phone = { width: 390, height: 780 }

type Picture = {
  path: string
  size: { width: number; height: number }
  prepare?: (page: Page) => Promise<unknown>
}

const pictures: Record<string, Picture> = {
  today: { path: '', size: wide },
  'today-phone': { path: '', size: phone },
  people: { path: 'people?view=agreed', size: wide },
  person: {
    path: 'people?view=stands',
    size: { ...wide, height: 900 },
    prepare: (page) => page.getByRole('rowheader').getByRole('link', { name: 'Тимур' }).click(),
  },
  messages: {
    path: 'messages',
    size: { ...wide, height: 760 },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Ответить' }).first().click()
      await page.getByLabel('Ответ', { exact: true }).fill('Сауле, здравствуйте! Можно: одну чашку до обеда.')
    },
  },
  money: { path: 'money', size: wide },
  consultations: { path: 'money/consultations', size: wide },
  funnel: { path: 'funnel', size: { ...wide, height: 900 } },
}

await buildWebIfStale()
await buildChecklists()
// The desk's database is made beside it; journeys are told by playwright.config.ts where.
const scratch = mkdtempSync(path.join(tmpdir(), 'pictures-'))
process.env.E2E_DATA_DIR = path.join(scratch, 'data')
const desk = await givenDesk({
  and: async (db) => {
    await seedPractice(db)
    // Else the first to look would wait for a month's people to be read.
    await applyDeskChanges(db, 10_000)
  },
})
const { executablePath, env } = findBrowser()
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env },
  args: ['--no-sandbox', '--lang=ru-RU'],
})
try {
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(folder)) rmSync(path.join(folder, file))
  for (const [name, picture] of Object.entries(pictures)) await take(name, picture)
} finally {
  await browser.close()
  await desk.close()
  rmSync(scratch, { recursive: true })
}

async function take(name: string, { path: view, size, prepare }: Picture): Promise<void> {
  const context = await browser.newContext({
    ...{
      viewport: size,
      deviceScaleFactor: 1.5,
      locale: 'ru-RU',
      timezoneId: 'Asia/Almaty',
      reducedMotion: 'reduce',
    },
  })
  const page = await context.newPage()
  await desk.enter(page)
  await page.goto(`${desk.siteUrl}/desk/${view}`)
  const isThere = async () => {
    await page.getByRole('navigation', { name: 'Разделы рабочего стола' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Загружаем' }).waitFor({ state: 'detached' })
  }
  await isThere()
  await prepare?.(page)
  await isThere()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.mouse.move(0, 0)
  await page.evaluate(() => scrollTo(0, 0))
  const bytes = await smallEnough(page)
  writeFileSync(path.join(folder, `${name}.webp`), bytes)
  console.log(`${name}.webp ${Math.round(bytes.length / 1000)} kB`)
  await context.close()
}

/** As good as it gets in so many bytes. */
async function smallEnough(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  for (let quality = 80; quality >= 20; quality -= 10) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length <= maxBytes) return bytes
  }
  throw new Error('a picture is too large')
}
