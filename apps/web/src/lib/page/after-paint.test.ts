import { beforeEach, expect, test, vi } from 'vitest'

/** A page whose frames and timers come when the test says so. */
const frames: (() => void)[] = []
const timers: (() => void)[] = []
const listeners = new Map<string, () => void>()
const reported: unknown[] = []
const page = { visibilityState: 'visible' }
const globals = {
  document: page,
  requestAnimationFrame: (run: () => void) => frames.push(run),
  addEventListener: (type: string, run: () => void, isCapturing: boolean) =>
    // Before whoever the press belongs to.
    isCapturing && listeners.set(type, run),
  reportError: (error: unknown) => reported.push(error),
  setTimeout: (run: (...args: unknown[]) => void, _: number, ...args: unknown[]) =>
    timers.push(() => run(...args)),
}
type AfterPaint = typeof import('./after-paint.ts')
let { afterPaint, doNow, soonAfterPaint }: AfterPaint = {} as AfterPaint

function takeAll(queue: (() => void)[]) {
  for (const run of queue.splice(0)) run()
}
function paint() {
  takeAll(frames)
  takeAll(timers)
}

let done: string[] = []
const does = (what: string) => () => void done.push(what)

beforeEach(async () => {
  vi.resetModules()
  const { setTimeout, ...others } = globals
  for (const [name, value] of Object.entries(others)) vi.stubGlobal(name, value)
  ;({ afterPaint, doNow, soonAfterPaint } = await import('./after-paint.ts'))
  // Last: whoever loads a module may wait for a timer.
  vi.stubGlobal('setTimeout', setTimeout)
  for (const queue of [frames, timers, reported]) queue.length = 0
  done = []
  page.visibilityState = 'visible'
})

test('what a frame’s work asks for waits for the next frame', () => {
  afterPaint(() => {
    done.push('first')
    afterPaint(does('second'))
  })
  afterPaint(does('beside it'))
  paint()
  expect(done).toEqual(['first', 'beside it'])
  paint()
  expect(done).toEqual(['first', 'beside it', 'second'])
})

test('a press does all that waits, and the timer of what it has done does nothing for what waits since', () => {
  afterPaint(() => {
    done.push('first')
    afterPaint(does('second'))
  })
  takeAll(frames)
  listeners.get('click')?.()
  expect(done).toEqual(['first', 'second'])
  afterPaint(does('of the press'))
  takeAll(timers)
  expect(done).not.toContain('of the press')
  paint()
  expect(done).toEqual(['first', 'second', 'of the press'])
})

test.each([
  ['visibilitychange', 'hidden'],
  ['pagehide', 'visible'],
])('nothing waits for a frame after %s', (type, state) => {
  afterPaint(does('kept'))
  page.visibilityState = state
  listeners.get(type)?.()
  expect(done).toEqual(['kept'])
})

test('out of sight everything is done at once', () => {
  page.visibilityState = 'hidden'
  afterPaint(does('at once'))
  expect(done).toEqual(['at once'])
})

test('what somebody waits to see goes before the timers, and once', async () => {
  const urgent: (() => void)[] = []
  vi.stubGlobal('scheduler', { postTask: async (run: () => void) => void urgent.push(run) })
  soonAfterPaint(does('seen next'))
  takeAll(frames)
  expect(done).toEqual([])
  takeAll(urgent)
  expect(done).toEqual(['seen next'])
  takeAll(timers)
  expect(done).toEqual(['seen next'])
})

test('what fails is reported, and keeps nothing else from being done', () => {
  const failure = new Error('The browser refused')
  afterPaint(() => {
    throw failure
  })
  afterPaint(does('beside it'))
  doNow()
  expect(reported).toEqual([failure])
  expect(done).toEqual(['beside it'])
})
