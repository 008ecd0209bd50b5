import { expect, test } from 'vitest'
import { tabKeys } from '#web/lib/device/keys.ts'
import { memoryStore } from '#web/testing/memory-store.ts'
import { findReceipt, keepReceipt } from './receipts.ts'

test('a receipt is found again for its own attempt alone', () => {
  const tab = memoryStore({ [tabKeys.result]: '{"attemptId":"one"}' })
  keepReceipt(tab, 'one', 'token')
  expect(findReceipt(tab, 'one')).toEqual({ status: 'saved', resultToken: 'token' })
  expect(findReceipt(tab, 'two')).toBeNull()
})

test('what is delivered for another attempt than the one finished here leaves nothing in the tab', () => {
  const tab = memoryStore({ [tabKeys.result]: '{"attemptId":"one"}' })
  keepReceipt(tab, 'one', 'token')
  keepReceipt(tab, 'two', 'of somebody else')
  expect(findReceipt(tab, 'one')).toEqual({ status: 'saved', resultToken: 'token' })
  tab.removeItem(tabKeys.result)
  tab.removeItem(tabKeys.receipt)
  keepReceipt(tab, 'one', 'token')
  expect(tab.keys()).toEqual([])
})

test.each(['', 'null', '[]', '{"attemptId":"one"}'])('what is no receipt, %j, is none', (text) => {
  expect(findReceipt(memoryStore({ [tabKeys.receipt]: text }), 'one')).toBeNull()
})
