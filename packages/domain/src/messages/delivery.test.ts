import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advanceDelivery, type DeliveryStatus, deliveryStatuses, parseDeliveryStatus } from './delivery.ts'

const status = fc.constantFrom(...deliveryStatuses)
const after = (reports: readonly DeliveryStatus[]) => reports.reduce(advanceDelivery, 'queued')

describe('advanceDelivery', () => {
  test.each<[DeliveryStatus[], DeliveryStatus]>([
    [['sent', 'delivered', 'read'], 'read'],
    [['read', 'delivered', 'sent'], 'read'],
    [['read'], 'read'],
    [['sent', 'failed'], 'failed'],
    [['failed', 'sent'], 'failed'],
    [['sent', 'failed', 'delivered'], 'delivered'],
    [['delivered', 'failed'], 'delivered'],
    [['sent', 'sent'], 'sent'],
  ])('%j ends as %s', (reports, end) => expect(after(reports)).toBe(end))

  test('the order and the repetition of reports change nothing', () => {
    fc.assert(
      fc.property(
        fc
          .array(status)
          .chain((reports) =>
            fc.tuple(fc.constant(reports), fc.shuffledSubarray(reports, { minLength: reports.length })),
          ),
        ([reports, shuffled]) => {
          expect(after([...shuffled, ...shuffled])).toBe(after(reports))
        },
      ),
    )
  })
})

test('played counts as read, and an unknown word as nothing', () => {
  expect(parseDeliveryStatus('played')).toBe('read')
  expect(parseDeliveryStatus('warning')).toBeNull()
  expect(parseDeliveryStatus('queued')).toBeNull()
})
