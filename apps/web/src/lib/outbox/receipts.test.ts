import type { SaveLeadRequest } from '@app/contracts/leads'
import { aigerim } from '@app/testing/people'
import { expect, test } from 'vitest'
import { tabKeys } from '#web/lib/device/keys.ts'
import { memoryStore } from '#web/testing/memory-store.ts'
import { clearUnsent, findReceipt, findSavedFor, findUnsent, saveReceipt, saveUnsent } from './receipts.ts'

const keptAs = (attemptId: string, userId: string | null = null) => ({
  request: {
    attemptId,
    answers: aigerim.answers,
    contact: { email: 'aigerim@example.com' },
  } as SaveLeadRequest,
  userId,
})

test('a receipt is found again for its own attempt alone', () => {
  const tab = memoryStore({ [tabKeys.result]: '{"attemptId":"one"}' })
  saveReceipt(tab, keptAs('one'), 'token')
  expect(findReceipt(tab, 'one')).toEqual({ status: 'saved', resultToken: 'token' })
  expect(findReceipt(tab, 'two')).toBeNull()
})

test('what is saved and its owner’s by now is known as saved after a reload, too', () => {
  const tab = memoryStore({ [tabKeys.result]: '{"attemptId":"one"}' })
  saveReceipt(tab, keptAs('one'))
  expect(findReceipt(tab, 'one')).toEqual({ status: 'saved' })
  expect(findReceipt(tab, 'two')).toBeNull()
})

test('a receipt tells whose cabinet it is saved in, and to nobody of another attempt', () => {
  const tab = memoryStore({ [tabKeys.result]: '{"attemptId":"one"}' })
  saveReceipt(tab, keptAs('one'), 'token')
  expect(findSavedFor(tab, 'one')).toBe('aigerim@example.com')
  saveReceipt(tab, keptAs('one', 'her-id'), 'token')
  expect(findSavedFor(tab, 'one')).toBe('her-id')
  expect(findSavedFor(tab, 'two')).toBeNull()
})

test('what is delivered for another attempt than the one finished here leaves nothing in the tab', () => {
  const tab = memoryStore({ [tabKeys.result]: '{"attemptId":"one"}' })
  saveReceipt(tab, keptAs('one'), 'token')
  saveReceipt(tab, keptAs('two'), 'of somebody else')
  expect(findReceipt(tab, 'one')).toEqual({ status: 'saved', resultToken: 'token' })
  tab.removeItem(tabKeys.result)
  tab.removeItem(tabKeys.receipt)
  saveReceipt(tab, keptAs('one'), 'token')
  expect(tab.keys()).toEqual([])
})

test.each(['', 'null', '[]', '{"attemptId":"one"}'])('what is no receipt, %j, is none', (text) => {
  expect(findReceipt(memoryStore({ [tabKeys.receipt]: text }), 'one')).toBeNull()
})

test('what was sent is kept until the answer for this very attempt', () => {
  const tab = memoryStore()
  const kept = { request: { attemptId: 'one', answers: aigerim.answers } as SaveLeadRequest, userId: null }
  saveUnsent(tab, kept)
  expect(findUnsent(tab)).toEqual(kept)
  clearUnsent(tab, 'two')
  expect(findUnsent(tab)).toEqual(kept)
  clearUnsent(tab, 'one')
  expect(tab.keys()).toEqual([])
})
