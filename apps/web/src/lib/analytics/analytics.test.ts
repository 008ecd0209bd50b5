import { expect, test, vi } from 'vitest'
import type { Command } from './analytics.ts'

test('before analytics is there the newest hundred errors wait, and they push out nothing else', async () => {
  vi.stubGlobal('location', { href: 'https://clearday.kz/' })
  const { analytics, connectDispatcher: carryOutWith } = await import('./analytics.ts')
  analytics.track('$pageview')
  for (let n = 1; n <= 130; n++) analytics.trackError({ type: 'global_error', message: `error ${n}` })
  for (let n = 1; n <= 130; n++) analytics.track('form_submitted', { form: `form ${n}` })
  const told: Command[] = []
  carryOutWith((call) => told.push(call))

  const errors = told.flatMap((call) => (call.method === 'trackError' ? [call.args[0].message] : []))
  expect([errors.length, errors[0], errors.at(-1)]).toEqual([100, 'error 31', 'error 130'])
  const events = told.flatMap((call) => (call.method === 'track' ? [call.args] : []))
  expect(events).toHaveLength(100)
  expect(events[0]).toEqual(['$pageview'])
  vi.unstubAllGlobals()
})
