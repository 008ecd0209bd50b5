import { beforeEach, expect, test } from 'vitest'
import { tabStore } from './browser-storage.ts'
import { isClearedOnSignOut } from './device/clear-device-data.ts'
import { tabKeys } from './device/keys.ts'
import { initialContact, readKnownContact, rememberContact } from './known-contact.ts'
import { acceptSessionEvent } from './session/session.ts'

const aigerim = { name: 'Айгерим', email: 'aigerim@example.com', phone: '+77010000001' }
const person = { id: '6f1d3c52-6d5e-4d0e-9f6a-3d1f2a7f0c11', email: 'dana@example.com' }

beforeEach(() => {
  acceptSessionEvent('SIGNED_OUT', null)
  tabStore.removeItem(tabKeys.knownContact)
})

test('what was typed outlives the page, in the tab alone', () => {
  rememberContact(aigerim)
  expect(tabStore.getItem(tabKeys.knownContact)).toContain(aigerim.phone)
  expect(readKnownContact()).toEqual(aigerim)
  expect(isClearedOnSignOut(tabKeys.knownContact)).toBe(true)
})

test('a form that asks for less leaves the rest as it was', () => {
  expect(readKnownContact()).toBeNull()
  rememberContact({ phone: '+7701' })
  expect(readKnownContact()).toEqual({ name: '', email: '', phone: '+7701' })
  rememberContact(aigerim)
  rememberContact({ phone: '+77770000000' })
  expect(readKnownContact()).toEqual({ ...aigerim, phone: '+77770000000' })
})

test('whoever signs in is shown nothing of who typed before, and the other way round', () => {
  rememberContact(aigerim)
  acceptSessionEvent('SIGNED_IN', person)
  expect(readKnownContact()).toBeNull()
  rememberContact({ phone: '+77770000000' })
  expect(readKnownContact()).toEqual({ name: '', email: '', phone: '+77770000000' })
  acceptSessionEvent('SIGNED_OUT', null)
  expect(readKnownContact()).toBeNull()
})

test('whoever signs in with the e-mail that was typed has their contact', () => {
  rememberContact({ ...aigerim, email: ' Aigerim@Example.com ' })
  acceptSessionEvent('SIGNED_IN', { ...person, email: aigerim.email })
  expect(readKnownContact()?.phone).toBe(aigerim.phone)
  rememberContact({ email: '' })
  acceptSessionEvent('SIGNED_OUT', null)
  expect(readKnownContact(), 'theirs as an account, from then on').toBeNull()
})

test("a form starts with an account's own phone, whatever was typed, and with what was typed where it has none", () => {
  expect(initialContact(null)).toEqual({ name: '', email: '', phone: '' })
  rememberContact(aigerim)
  expect(initialContact(null)).toEqual(aigerim)

  const dana = { ...person, user_metadata: { full_name: 'Дана', phone: '+77050000005' } }
  acceptSessionEvent('SIGNED_IN', dana)
  expect(initialContact(dana)).toEqual({ name: 'Дана', email: person.email, phone: '+77050000005' })
  rememberContact({ phone: aigerim.phone })
  expect(initialContact(dana)).toEqual({ name: 'Дана', email: person.email, phone: '+77050000005' })
  expect(initialContact({ ...person, user_metadata: {} }).phone).toBe(aigerim.phone)
})

test.each([
  'no JSON',
  '[]',
  '{"name":1,"email":"","phone":"","userId":null}',
  '{"phone":"+7701","userId":null}',
])('what is damaged counts as nothing: %s', (text) => {
  tabStore.setItem(tabKeys.knownContact, text)
  expect(readKnownContact()).toBeNull()
})
