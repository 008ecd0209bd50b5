import { expect, test } from 'vitest'
import { cleanStoredEntry } from './stored-entry.ts'

const entry = (r: string, u: string) => ({ sessionId: '1', props: { r, u } })

test.each([
  ['https://clearday.kz/profile?data=%7B%22weight%22%3A72%7D#x', 'https://clearday.kz/profile'],
  ['https://clearday.kz/profile?result=3fGh_29dkKq0ZmXv71Lt-bPw5RyAe8Uc', 'https://clearday.kz/profile'],
  [
    'https://clearday.kz/?utm_source=instagram&name=Aliya&utm_medium=cpc',
    'https://clearday.kz/?utm_source=instagram&utm_medium=cpc',
  ],
])('of the address %o a device keeps %o', (address, kept) => {
  expect(cleanStoredEntry(entry('$direct', address))).toEqual(entry('$direct', kept))
})

test('of the page before only its site is kept', () => {
  expect(cleanStoredEntry(entry('https://clearday.kz/profile?result=abc', 'https://clearday.kz/'))).toEqual(
    entry('https://clearday.kz', 'https://clearday.kz/'),
  )
})

test.each([undefined, null, 'x', {}, entry('$direct', 'https://clearday.kz/?utm_source=instagram')])(
  'nothing is to change in %o',
  (value) => expect(cleanStoredEntry(value)).toBeNull(),
)
