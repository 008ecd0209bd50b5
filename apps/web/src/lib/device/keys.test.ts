import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, test } from 'vitest'
import { forgivingStore, type KeyValueStore } from '#web/lib/browser-storage.ts'
import { memoryStore } from '#web/testing/memory-store.ts'
import { isClearedOnSignOut, removeStoredKeys } from './clear-device-data.ts'
import { applyRemoteReset } from './device-reset.ts'
import { createResetId, parseFlash } from './flash-message.ts'
import { deviceKeys, tabKeys } from './keys.ts'

const web = path.resolve(import.meta.dirname, '../../..')
const sources = ['src'].flatMap((folder) =>
  readdirSync(path.join(web, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|js)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => ({ name, text: readFileSync(path.join(web, folder, name), 'utf8') })),
)
const known = new Set<string>([...Object.values(deviceKeys), ...Object.values(tabKeys)])

test('a name to store under is written in the list alone', () => {
  const asked = {
    'boot.inline.ts': [deviceKeys.attempt, deviceKeys.session, tabKeys.result, tabKeys.paymentReturn],
  }
  const inPages = Object.keys(asked)
  const elsewhere = sources.filter(({ name }) => ![...inPages, 'lib/device/keys.ts'].includes(name))
  expect(elsewhere.length).toBeGreaterThan(100)
  for (const { name, text } of elsewhere) expect(text.match(/['"`](yasny-den|supabase)\./), name).toBeNull()
  for (const [file, keys] of Object.entries(asked)) {
    const { text } = sources.find(({ name }) => name === file) ?? { text: '' }
    const found = [...text.matchAll(/'((?:yasny-den|supabase)\.[^']+)'/g)].map(([, key = '']) => key)
    expect([...new Set(found)].sort()).toEqual([...keys].sort())
  }
})

test('nothing is stored but where the list is minded', () => {
  const storing = /\b(localStorage|sessionStorage|indexedDB|document\.cookie|caches)\b/
  const users = sources.filter(({ text }) => storing.test(text)).map(({ name }) => name)
  // PostHog is told which store to use; its names are on the list as well.
  const known = ['lib/analytics/posthog-client.ts', 'lib/browser-storage.ts']
  // The worker keeps files of the site, which are the same for everybody.
  expect(users.sort()).toEqual(['boot.inline.ts', ...known, 'service-worker.ts'])
})

it.each([
  ...[...known].filter((key) => key !== deviceKeys.analyticsChoice && key !== deviceKeys.resetId),
  'supabase.auth.token-code-verifier',
  'supabase.auth.token-flow-0123456789abcdef0123456789abcdef-code-verifier',
  'ph_phc_key_posthog',
])('%s is forgotten', (name) => expect(isClearedOnSignOut(name)).toBe(true))

it.each(['yasny-den.analytics', 'yasny-den.era', '__ph_opt_in_out_phc_key', 'of-another-site'])(
  '%s stays',
  (name) => expect(isClearedOnSignOut(name)).toBe(false),
)

test('what the browser refused to keep is forgotten with what it kept, and nothing else is', () => {
  const kept = { [deviceKeys.session]: '{}', 'of-another-site': '1' }
  const disk = Object.defineProperties(kept, {
    getItem: { value: (key: string) => Reflect.get(kept, key) ?? null },
    setItem: {
      value: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    },
    removeItem: { value: (key: string) => Reflect.deleteProperty(kept, key) },
  }) as typeof kept & KeyValueStore
  const store = forgivingStore(() => disk)
  store.setItem(deviceKeys.outbox, '[]')
  removeStoredKeys(isClearedOnSignOut, [store])
  expect(store.names()).toEqual(['of-another-site'])
  expect(store.getItem(deviceKeys.outbox)).toBeNull()
})

test('a tab catches up once with a device that was forgotten meanwhile', () => {
  const device = memoryStore({ [deviceKeys.resetId]: '2' })
  const tab = memoryStore({ [tabKeys.resetId]: '1', [tabKeys.result]: '{}', [tabKeys.contact]: '{}' })
  expect(applyRemoteReset(device, tab)).toBe(true)
  expect(tab.keys()).toEqual([tabKeys.resetId])
  expect(applyRemoteReset(device, tab)).toBe(false)
})

test.each([
  ['ended', createResetId(2, 'session_ended'), ['session_ended', '[]']],
  ['was ended by whoever had it', createResetId(2), [null, null]],
])('a tab whose session %s says so, and keeps what waits to be sent, or neither', (_how, resetId, kept) => {
  const tab = memoryStore({
    [tabKeys.resetId]: '1',
    [tabKeys.flash]: 'session_ended',
    [tabKeys.unsent]: '[]',
    [tabKeys.result]: '{}',
  })
  applyRemoteReset(memoryStore({ [deviceKeys.resetId]: resetId }), tab)
  expect([tab.getItem(tabKeys.flash), tab.getItem(tabKeys.unsent)]).toEqual(kept)
  expect(tab.getItem(tabKeys.result)).toBeNull()
})

test('a reset says what its tabs have to say', () => {
  expect([createResetId(1, 'session_ended'), createResetId(1), null].map(parseFlash)).toEqual([
    'session_ended',
    undefined,
    undefined,
  ])
})

test('a tab that can store nothing forgets what its page remembers, and does not catch up for ever', () => {
  const tab = forgivingStore(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  tab.setItem(tabKeys.contact, '{}')
  const device = memoryStore({ [deviceKeys.resetId]: '1' })
  expect(applyRemoteReset(device, tab)).toBe(true)
  expect(tab.getItem(tabKeys.contact)).toBeNull()
  expect(applyRemoteReset(device, tab)).toBe(false)
})

test('a device that was never forgotten costs no tab anything', () => {
  const tab = memoryStore({ [tabKeys.result]: '{}' })
  expect(applyRemoteReset(memoryStore(), tab)).toBe(false)
  expect(tab.keys()).toEqual([tabKeys.result])
})
