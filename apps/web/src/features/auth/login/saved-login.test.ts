import { expect, test } from 'vitest'
import { tabKeys } from '#web/lib/device/keys.ts'
import { memoryStore } from '#web/testing/memory-store.ts'
import { markLoginClosed, readLogin, type SavedLogin, saveLogin } from './saved-login.ts'

const minute = 60_000
const login: SavedLogin = {
  email: 'aigerim@example.com',
  purpose: 'sign-in',
  resendAt: minute,
  sentAt: 0,
  status: 'open',
}

test('a code that was mailed is waited for as long as it is good', () => {
  const tab = memoryStore()
  saveLogin(tab, login)
  expect(readLogin(tab, 10 * minute - 1)).toEqual(login)
  expect(readLogin(tab, 10 * minute)).toBeNull()
})

test('a dialog that was closed is not opened again by itself, nor told to ask for a code it has left', () => {
  const tab = memoryStore()
  saveLogin(tab, login)
  markLoginClosed(tab, 'left', 1)
  expect(readLogin(tab, 1)?.status).toBe('left')
  markLoginClosed(tab, 'closed', 1)
  expect(readLogin(tab, 1)?.status).toBe('left')
})

test.each(['{}', '[1]', '"text"', '{"email":1}'])('%s is nobody waiting', (text) => {
  expect(readLogin(memoryStore({ [tabKeys.login]: text }), 0)).toBeNull()
})
