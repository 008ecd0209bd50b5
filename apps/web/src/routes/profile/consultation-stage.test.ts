import { expect, test } from 'vitest'
import { consultationStage } from './consultation-stage.ts'

const now = new Date('2026-11-23T10:00:00Z')
const paid = { product: 'consultation', state: 'paid', isHeld: false, startsAt: null } as const

test('a consultation is told of from the payment until it was held', () => {
  expect(consultationStage([], now)).toBeNull()
  expect(consultationStage([{ ...paid, state: 'refunded', isHeld: null }], now)).toBeNull()
  expect(consultationStage([{ ...paid, product: 'subscription', isHeld: null }], now)).toBeNull()
  expect(consultationStage([paid], now)).toEqual({ stage: 'to-arrange' })

  const tomorrow = '2026-11-24T10:00:00Z'
  expect(consultationStage([{ ...paid, startsAt: tomorrow }], now)).toMatchObject({ stage: 'arranged' })
  const underWay = '2026-11-23T09:01:00Z'
  expect(consultationStage([{ ...paid, startsAt: underWay }], now)).toMatchObject({ stage: 'arranged' })
  const over = '2026-11-23T09:00:00Z'
  expect(consultationStage([{ ...paid, startsAt: over }], now)).toEqual({
    stage: 'past',
    startsAt: new Date(over),
  })
  expect(consultationStage([{ ...paid, isHeld: true, startsAt: over }], now)).toMatchObject({ stage: 'held' })
})

test('one that is still ahead goes before one that was held', () => {
  const held = { ...paid, isHeld: true, startsAt: '2026-11-23T09:00:00Z' }
  expect(consultationStage([held, paid], now)).toEqual({ stage: 'to-arrange' })
})
