import { expect, test } from 'vitest'
import { tabKeys } from '#web/lib/device/keys.ts'
import { memoryStore } from '#web/testing/memory-store.ts'
import { findReceipt, keepReceipt } from './receipts.ts'

test('a receipt is found again for its own attempt alone', () => {
  const tab = memoryStore()
  keepReceipt(tab, 'one', 'token')
  expect(findReceipt(tab, 'one')).toEqual({ status: 'saved', resultToken: 'token' })
  expect(findReceipt(tab, 'two')).toBeNull()
})

test.each(['', 'null', '[]', '{"attemptId":"one"}'])('what is no receipt, %j, is none', (text) => {
  expect(findReceipt(memoryStore({ [tabKeys.receipt]: text }), 'one')).toBeNull()
})
