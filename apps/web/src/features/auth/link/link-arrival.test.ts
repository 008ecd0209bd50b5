import { expect, it, test } from 'vitest'
import { mayAcceptSilently, readArrival, withoutArrival } from './link-arrival.ts'

const code = '3f2b8c1e-5a70-4d11-9c1e-0d2f7a6b9c10'
const arrive = (address: string) => readArrival(new URL(address, 'https://clearday.kz'))

it.each([
  [
    '/#access_token=a&refresh_token=r&type=magiclink',
    { kind: 'session', refreshToken: 'r', isRecovery: false },
  ],
  [
    '/#access_token=a&refresh_token=r&type=recovery',
    { kind: 'session', refreshToken: 'r', isRecovery: true },
  ],
  ['/#access_token=a', { kind: 'refused', refusal: { code: 'link_failed' } }],
  [`/profile?code=${code}`, { kind: 'code', code, flowId: null }],
  [`/profile?code=${code}&sb_flow_id=f`, { kind: 'code', code, flowId: 'f' }],
  ['/#error=access_denied&error_code=otp_expired', { kind: 'refused', refusal: { code: 'link_expired' } }],
  ['/?error=access_denied&error_code=otp_expired', { kind: 'refused', refusal: { code: 'link_expired' } }],
])('reads %s', (address, arrival) => {
  expect(arrive(address)).toEqual(arrival)
})

it.each([
  '/#error_description=Call+87770000000',
  '/?error_description=Call+87770000000',
  '/#error_code=Call+87770000000&error_description=Call+87770000000',
  '/#error_code=toString',
])('takes no words of a stranger from %s', (address) => {
  expect(arrive(address)).toEqual({ kind: 'refused', refusal: { code: 'link_failed' } })
})

it.each(['/', '/#', '/#pricing-section', '/?code=SPRING', '/payment_success?InvId=1'])(
  'reads nothing from %s',
  (address) => expect(arrive(address)).toBeNull(),
)

it('leaves of the address what the link did not put there', () => {
  const left = (address: string) => withoutArrival(new URL(address, 'https://clearday.kz'))
  expect(left(`/profile?result=abc&code=${code}&sb_flow_id=f`)).toBe('/profile?result=abc')
  expect(left('/?error=a&error_code=b&error_description=c#error_code=b')).toBe('/')
})

const sender = { id: 'sender' }
const other = { id: 'other' }
test.each([
  ['asked for here', { isAskedHere: true, present: null }, true],
  ['from elsewhere', { isAskedHere: false, present: null }, false],
  ['asked for here, while another person is signed in', { isAskedHere: true, present: other }, false],
  ['from elsewhere, of whoever is signed in already', { isAskedHere: false, present: sender }, true],
])('a link %s: taken unasked is %o', (_, facts, unasked) => {
  expect(mayAcceptSilently({ ...facts, arrived: sender })).toBe(unasked)
})
