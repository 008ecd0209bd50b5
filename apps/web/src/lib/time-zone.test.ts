import { afterEach, expect, test, vi } from 'vitest'
import { timeZone } from './time-zone.ts'

afterEach(() => vi.unstubAllGlobals())

test('a browser that has Temporal is not asked for a format', () => {
  vi.stubGlobal('Temporal', { Now: { timeZoneId: () => 'Asia/Qostanay' } })
  vi.stubGlobal('Intl', {})
  expect(timeZone()).toBe('Asia/Qostanay')
})

test('one that has not says its zone by a format', () => {
  vi.stubGlobal('Temporal', undefined)
  expect(timeZone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
})
