import { expect, test } from 'vitest'
import { PanelGate } from './panel-gate.ts'

const now = new Date('2026-11-21T09:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const paths = ['/assets/panel/', '/api/docs']
const gate = new PanelGate({ secretKey: 'sb_secret_one', isHttps: true, paths })

function passOf([cookie = '']: string[]): string {
  return cookie.split(';', 1)[0] ?? ''
}

test('a pass admits for a quarter of an hour, and another process of the installation knows it', () => {
  const pass = passOf(gate.issue(now).cookies)
  const elsewhere = new PanelGate({ secretKey: 'sb_secret_one', isHttps: true, paths })

  expect(gate.admits(pass, later(14))).toBe(true)
  expect(elsewhere.admits(`other=1; ${pass}`, later(14))).toBe(true)
  expect(gate.admits(pass, later(15))).toBe(false)
})

test('the cookies are for what only administrators see, unread by scripts, sent over https', () => {
  const attributes = gate.issue(now).cookies.map((cookie) => cookie.split('; ').slice(1))

  expect(attributes).toEqual(
    paths.map((path) => [`Path=${path}`, 'Max-Age=900', 'HttpOnly', 'SameSite=Strict', 'Secure']),
  )
})

test.each([
  ['no cookie', undefined],
  ['an empty one', 'panel_pass='],
  ['one without a signature', `panel_pass=${later(10).getTime()}`],
  ['one that was made longer', passOf(gate.issue(now).cookies).replace(/=\d+/, `=${later(600).getTime()}`)],
  [
    'one of another installation',
    passOf(new PanelGate({ secretKey: 'x', isHttps: true, paths }).issue(now).cookies),
  ],
  ['one that was revoked', passOf(gate.revoke())],
])('%s admits nobody', (_name, cookie) => {
  expect(gate.admits(cookie, now)).toBe(false)
})
