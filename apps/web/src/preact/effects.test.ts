import { expect, test } from 'vitest'
import { Effects } from './effects.ts'

function heldBy(effects: Effects) {
  const log: string[] = []
  const letGo = effects.hold(() => {
    log.push('begun')
    return () => log.push('ended')
  })
  return { log, letGo }
}

test('an effect runs while its tree is shown', () => {
  const effects = new Effects(false)
  const { log } = heldBy(effects)
  expect(log).toEqual([])
  effects.turn(true)
  effects.turn(true)
  expect(log).toEqual(['begun'])
  effects.turn(false)
  effects.turn(true)
  expect(log).toEqual(['begun', 'ended', 'begun'])
})

test('what is let go of ends once, and is not begun again', () => {
  const effects = new Effects(true)
  const { log, letGo } = heldBy(effects)
  letGo()
  effects.turn(false)
  effects.turn(true)
  expect(log).toEqual(['begun', 'ended'])
})

test('what is let go of while hidden never runs', () => {
  const effects = new Effects(false)
  const { log, letGo } = heldBy(effects)
  letGo()
  effects.turn(true)
  expect(log).toEqual([])
})

test('what another effect lets go of while they are begun never runs', () => {
  const effects = new Effects(false)
  effects.hold(() => second.letGo())
  const second = heldBy(effects)
  effects.turn(true)
  expect(second.log).toEqual([])
})

test('an effect held while others are begun is begun once', () => {
  const effects = new Effects(false)
  let inner = 0
  effects.hold(() => {
    effects.hold(() => {
      inner++
    })
  })
  effects.turn(true)
  expect(inner).toBe(1)
})
