import { afterAll, expect, vi } from 'vitest'

/**
 * Files share a process, and with it the modules that were loaded before them. Those of the web app keep the state of a page,
 * so each of its files begins with its own; modules of the server keep nothing.
 */
if (expect.getState().testPath?.includes('/apps/web/')) vi.resetModules()

/**
 * They share its globals, too: a file that left a timer of its own would fail one that knows nothing of it. Libraries only add some, and what
 * compilers have them bring (`__extends`) may come twice. The `Deno` of functions is defined anew by each load of its module, and shows
 * nothing outside of a function.
 */
const before = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(
  ([name]) => !name.startsWith('__') && name !== 'Deno',
)
afterAll(() => {
  vi.unstubAllGlobals()
  const now = Object.getOwnPropertyDescriptors(globalThis)
  const replaced = before.filter(([name, { get, value }]) => {
    // What Node makes when it is first asked for is an accessor until then.
    if (get) return now[name]?.get !== undefined && now[name].get !== get
    return !Object.is(now[name]?.value, value)
  })
  const ofAPage = ['document', 'window', 'requestAnimationFrame', 'addEventListener', 'scheduler']
  const left = ofAPage.filter((name) => name in now && !before.some(([known]) => known === name))
  expect(
    [...replaced.map(([name]) => name), ...left],
    'globals that this file has replaced, or a page’s that it has left',
  ).toEqual([])
})
