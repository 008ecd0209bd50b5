import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { installProbe, type Press, type Probe, type Reader } from './probe.ts'

declare global {
  interface Window {
    probe: Probe
  }
}

/** A cheap phone on a mobile network. */
export const conditions = { cpuSlowdown: 4, latencyMs: 150, megabits: 1.6 }

const settleMs = 250
const limitMs = 20_000
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking']

type Arrived = { requests: number; bytes: number; scriptBytes: number }

/** One quiz walked from an empty profile; times in milliseconds since the navigation, sizes as they came over the wire. */
export type Walk = {
  firstQuestionAt: number
  firstAnswerAt: number
  atFirstAnswer: Arrived
  atEnd: Arrived
  layoutShift: number
  /** From each press that left a step, without the pause that the code sets. */
  steps: { paintedMs: number; pressableMs: number }[]
  scriptingMs: number
  styleAndLayoutMs: number
  busyMs: number
}

type Target = { url: string; reader: () => Reader; pauseMs: number }

/** Walks the quiz as fast as it can be pressed, and answers what was measured. Throws where nothing follows a press. */
export async function walk(executablePath: string, target: Target): Promise<Walk> {
  const browser = await chromium.launch({ executablePath, args: flags })
  try {
    return await walkIn(browser, target)
  } finally {
    await browser.close()
  }
}

async function walkIn(browser: Browser, { url, reader, pauseMs }: Target): Promise<Walk> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const arrivals = await watchNetwork(cdp)
  await slowDown(cdp)
  await page.addInitScript(`(${installProbe})((${reader})())`)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.probe?.isReady(), null, { polling: 'raf', timeout: limitMs })

  const steps: Walk['steps'] = []
  const note = (press: Press, pause = 0) =>
    steps.push({
      paintedMs: Math.max(0, press.paintedAt - press.click - pause),
      pressableMs: Math.max(0, press.pressableAt - press.click - pause),
    })
  const first = await press(page, 'step', 'next')
  note(first)
  const walked = { firstQuestionAt: first.paintedAt, firstAnswerAt: Number.NaN }
  let atFirstAnswer: Arrived = { requests: 0, bytes: 0, scriptBytes: 0 }

  for (let screen = await seen(page); screen.kind !== 'done'; screen = await seen(page)) {
    if (!Number.isNaN(walked.firstAnswerAt)) await page.waitForTimeout(settleMs)
    if (screen.kind === 'single') {
      // The first option is a woman's: she sees every step.
      const pressed = await press(page, 'step', 'option', screen.key === 'gender' ? 0 : 1)
      note(pressed, pauseMs)
      if (Number.isNaN(walked.firstAnswerAt)) {
        walked.firstAnswerAt = pressed.effectAt
        atFirstAnswer = await arrivals(pressed.effectAt)
      }
      continue
    }
    if (screen.kind === 'multi') for (const option of [1, 3]) await press(page, 'effect', 'option', option)
    if (screen.kind === 'fields') await fill(page, screen.inputs)
    note(await press(page, 'step', 'next'))
  }

  const { metrics } = await cdp.send('Performance.getMetrics')
  const ms = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000
  return {
    ...walked,
    atFirstAnswer,
    atEnd: await arrivals(Number.POSITIVE_INFINITY),
    layoutShift: await page.evaluate(() => window.probe.layoutShift()),
    steps,
    scriptingMs: ms('ScriptDuration'),
    styleAndLayoutMs: ms('RecalcStyleDuration') + ms('LayoutDuration'),
    busyMs: ms('TaskDuration'),
  }
}

async function seen(page: Page) {
  const screen = await page.evaluate(() => window.probe.screen())
  if (!screen) throw new Error('the page shows no step')
  return screen
}

async function press(
  page: Page,
  until: 'effect' | 'step',
  what: 'option' | 'next',
  index = 0,
): Promise<Press> {
  const at = await page.evaluate(([kind, nth]) => window.probe.aim(kind, nth), [what, index] as const)
  if (!at) throw new Error(`nothing to press: ${what} ${index} of ${JSON.stringify(await seen(page))}`)
  await page.evaluate(([kind, nth]) => window.probe.arm(kind, nth), [until, index] as const)
  await page.mouse.click(at.x, at.y)
  try {
    return await page.evaluate((limit) => window.probe.pressed(limit), limitMs)
  } catch (cause) {
    throw new Error(`${what} ${index} led nowhere on ${JSON.stringify(await seen(page))}`, { cause })
  }
}

/** Types into every field of a step; the fields say by their type or name what they take. */
async function fill(page: Page, inputs: number): Promise<void> {
  for (let index = 0; index < inputs; index++) {
    const at = await page.evaluate((nth) => window.probe.aim('input', nth), index)
    if (!at) throw new Error(`no field ${index}`)
    await page.mouse.click(at.x, at.y)
    const [name, type] = await page.evaluate(() => {
      const field = document.activeElement as HTMLInputElement
      return [field.name, field.type] as const
    })
    if (type !== 'checkbox') await page.keyboard.type(textFor(name, type))
  }
}

function textFor(name: string, type: string): string {
  if (type === 'email' || name === 'email') return `bench${Math.random().toString(36).slice(2)}@example.com`
  if (type === 'tel' || name === 'phone') return '+77010000001'
  return name === 'name' ? 'Анна' : '170'
}

async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Performance.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: conditions.latencyMs,
    downloadThroughput: (conditions.megabits * 1e6) / 8,
    uploadThroughput: 750e3 / 8,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpuSlowdown })
}

/** Answers what had been asked for and had arrived by a moment of the page's clock. */
async function watchNetwork(cdp: CDPSession): Promise<(byMs: number) => Promise<Arrived>> {
  const requests = new Map<string, { isScript: boolean; startedAt: number; endedAt: number; bytes: number }>()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (!request.url.startsWith('http')) return
    const isScript = type === 'Script' || new URL(request.url).pathname.endsWith('.js')
    requests.set(requestId, { isScript, startedAt: timestamp, endedAt: Number.POSITIVE_INFINITY, bytes: 0 })
  })
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { endedAt: timestamp, bytes: encodedDataLength })
  })
  await cdp.send('Network.enable')
  return async (byMs) => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    const origin = metrics.find(({ name }) => name === 'NavigationStart')?.value ?? 0
    const asked = [...requests.values()].filter(({ startedAt }) => (startedAt - origin) * 1000 <= byMs)
    const here = asked.filter(({ endedAt }) => (endedAt - origin) * 1000 <= byMs)
    const sum = (some: typeof here) => some.reduce((total, { bytes }) => total + bytes, 0)
    return {
      requests: asked.length,
      bytes: sum(here),
      scriptBytes: sum(here.filter(({ isScript }) => isScript)),
    }
  }
}
