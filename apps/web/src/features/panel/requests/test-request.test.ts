import { createHmac } from 'node:crypto'
import { probedEndpoints, probeMethod } from '@app/domain/panel/panel-tests'
import { expect, test } from 'vitest'
import { md5 } from './md5.ts'
import { baseOf, isBlockedForOtherSite, mayCarryToken, pathBelow, toTestRequest } from './test-request.ts'
import { webhookHeaders } from './webhook-headers.ts'

const api = 'https://clearday.test/api'

test('a payload is sent as JSON, to the payment webhook as the form its provider posts', () => {
  expect(toTestRequest(api, { method: 'POST', endpoint: '/a', payload: { n: 1 } })).toEqual({
    method: 'POST',
    url: `${api}/a`,
    contentType: 'application/json',
    text: '{"n":1}',
  })
  const payload = { OutSum: '5000.00', InvId: 7, EMail: 'a+b@example.com' }
  expect(toTestRequest(api, { method: 'POST', endpoint: '/payment/webhook/robokassa', payload })).toEqual({
    method: 'POST',
    url: `${api}/payment/webhook/robokassa`,
    contentType: 'application/x-www-form-urlencoded',
    text: 'OutSum=5000.00&InvId=7&EMail=a%2Bb%40example.com',
  })
})

test.each([
  ['/status/{email}', { email: 'a b@example.com' }, `${api}/status/a%20b%40example.com`],
  ['/status/{email}', {}, `${api}/status/{email}`],
  ['/payment/status', { invId: '1' }, `${api}/payment/status?invId=1`],
  ['payment/health', undefined, `${api}/payment/health`],
  ['/', undefined, `${api}/`],
  ['https://other.test/x', undefined, 'https://other.test/x'],
])('a GET of %s with %o asks %s', (endpoint, payload, url) => {
  expect(toTestRequest(api, { method: 'GET', endpoint, payload })).toEqual({
    method: 'GET',
    url,
    contentType: null,
    text: null,
  })
})

test('fields that filled the address are not sent again', () => {
  const { url, text } = toTestRequest(api, {
    method: 'POST',
    endpoint: '/reset/{subscriptionId}',
    payload: { subscriptionId: 'x' },
  })

  expect([url, text]).toEqual([`${api}/reset/x`, null])
})

test.each([
  [`${api}/payment/health`, true],
  [api, true],
  ['https://clearday.test/apis', false],
  ['https://clearday.test/rest/v1', false],
  ['https://clearday.test.evil.test/api', false],
  ['http://clearday.test/api', false],
  ['no address', false],
])("the session's token goes to %s: %s", (url, may) => {
  expect(mayCarryToken(url, api)).toBe(may)
})

test('the md5 of the browser is the md5 of everybody', () => {
  expect(md5('1599.000000:42:password_2')).toBe('cdef1463298a8dfddd2a53e5adc01c4b')
  expect(md5('Пароль')).toMatch(/^[0-9a-f]{32}$/)
})

test('WhatsApp’s webhook is signed over the very text that is sent, others are not', async () => {
  const draft = { method: 'POST', payload: { text: 'Проверка' } } as const
  const request = toTestRequest(api, { ...draft, endpoint: '/whatsapp/webhook' })
  const signature = createHmac('sha256', 'secret').update('{"text":"Проверка"}').digest('hex')

  expect(await webhookHeaders(request, 'secret')).toEqual({ 'X-Hub-Signature-256': `sha256=${signature}` })
  expect(await webhookHeaders(request, '')).toEqual({})
  expect(await webhookHeaders(toTestRequest(api, { ...draft, endpoint: '/x' }), 'secret')).toEqual({})
})

test.each([
  ['POST', '/payment/checkout'],
  ['POST', '/payment/webhook/robokassa'],
  ['POST', '/whatsapp/send-checklist'],
  ['GET', '/daily-messaging/status/{email}'],
  ['DELETE', '/health'],
] as const)('another installation is not asked %s %s', (method, endpoint) => {
  expect(isBlockedForOtherSite(api, { method, endpoint })).toBe(true)
  expect(isBlockedForOtherSite(api, { method, endpoint: `${api}${endpoint}` })).toBe(true)
})

test('another installation is asked what is probed everywhere', () => {
  for (const endpoint of probedEndpoints) {
    expect(isBlockedForOtherSite(api, { method: probeMethod(endpoint), endpoint })).toBe(false)
  }
  // Not below its base: it is not asked there.
  expect(isBlockedForOtherSite(api, { method: 'POST', endpoint: 'https://clearday.test/apis/orders' })).toBe(
    false,
  )
})

test.each([
  [`${api}/health`, '/health'],
  [`${api}/health?x=1#top`, '/health'],
  [`${api}/x/../health`, '/health'],
  [api, '/'],
  [`${api}/`, '/'],
  ['https://clearday.test/apis/health', null],
  ['https://other.test/api/health', null],
  ['http://[bad', null],
])('the path of %s below the API is %s', (url, path) => {
  expect(pathBelow(url, api)).toBe(path)
})

test('a whole address belongs to the base it is below, anything else to the chosen one', () => {
  const other = 'https://other.test/api'

  expect(baseOf(` ${other}/health`, api, [api, other])).toBe(other)
  for (const endpoint of ['/health', 'health', 'https://third.test/api/health', 'http://[bad']) {
    expect(baseOf(endpoint, api, [api, other])).toBe(api)
  }
})

test.each(['http://[bad', 'https://', 'http://a b/'])('%s is no address, and not sent', (endpoint) => {
  expect(() => toTestRequest(api, { method: 'GET', endpoint })).toThrow(/не\sадрес/)
})
