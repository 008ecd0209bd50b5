import { describe, expect, it } from 'vitest'
import { choiceKeyAction, type KeyedOption, type KeyPress } from './choice-keys.ts'

/** Three options, of which those at the given positions are chosen. */
function three(type: 'radio' | 'checkbox', ...chosen: number[]): KeyedOption[] {
  return ['none', 'some', 'much'].map((value, at) => ({ type, value, checked: chosen.includes(at) }))
}

const options = three('radio')
const list = { options, focused: 1 }

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return { key, code: '', ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...more }
}

describe('keys on a list of options', () => {
  it.each([
    ['ArrowDown', 2],
    ['ArrowRight', 2],
    ['ArrowUp', 0],
    ['ArrowLeft', 0],
    ['Home', 0],
    ['End', 2],
  ])('%s moves the focus and chooses nothing', (key, index) => {
    expect(choiceKeyAction(press(key), list)).toEqual({ type: 'focus', index })
  })

  it('arrows go round at both ends', () => {
    expect(choiceKeyAction(press('ArrowDown'), { options, focused: 2 })).toEqual({ type: 'focus', index: 0 })
    expect(choiceKeyAction(press('ArrowUp'), { options, focused: 0 })).toEqual({ type: 'focus', index: 2 })
  })

  it.each([
    ['ArrowDown', 0],
    ['ArrowUp', 2],
    ['Home', 0],
    ['End', 2],
  ])('%s leads from the question into the options', (key, index) => {
    expect(choiceKeyAction(press(key), { options, focused: -1 })).toEqual({ type: 'focus', index })
  })

  it('Enter at the question does nothing before something was chosen, and goes on from then', () => {
    for (const type of ['radio', 'checkbox'] as const) {
      const enter = (...chosen: number[]) =>
        choiceKeyAction(press('Enter'), { options: three(type, ...chosen), focused: -1 })
      expect(enter()).toBeNull()
      // Chosen from the start, by nobody.
      expect(enter(0)).toBeNull()
      expect(enter(2)).toEqual({ type: 'go-on' })
    }
    const answered = { options: three('radio', 2), focused: -1 }
    expect(choiceKeyAction(press('Enter', { repeat: true }), answered)).toBeNull()
  })

  it('Enter goes on from a box that is ticked, and ticks no other', () => {
    const enter = (focused: number) =>
      choiceKeyAction(press('Enter'), { options: three('checkbox', 0, 1), focused })
    expect(enter(0)).toEqual({ type: 'go-on' })
    expect(enter(1)).toEqual({ type: 'go-on' })
    expect(enter(2)).toEqual({ type: 'choose', index: 2 })
  })

  it('Enter on the chosen one of several gives the answer again', () => {
    expect(choiceKeyAction(press('Enter'), { options: three('radio', 1), focused: 1 })).toEqual({
      type: 'choose',
      index: 1,
    })
  })

  it('arrows, Home, End and Enter belong to the page while the focus is elsewhere', () => {
    for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter']) {
      expect(choiceKeyAction(press(key), { options, focused: null })).toBeNull()
    }
  })

  it('Enter chooses the focused option, once however long it is held', () => {
    expect(choiceKeyAction(press('Enter'), list)).toEqual({ type: 'choose', index: 1 })
    expect(choiceKeyAction(press('Enter', { repeat: true }), list)).toBeNull()
  })

  it('Space is left to the native control', () => {
    expect(choiceKeyAction(press(' '), list)).toBeNull()
  })

  it('a digit chooses wherever the focus is', () => {
    expect(choiceKeyAction(press('3'), { options, focused: null })).toEqual({ type: 'choose', index: 2 })
  })

  it('a digit without an option, zero and a held digit do nothing', () => {
    expect(choiceKeyAction(press('4'), list)).toBeNull()
    expect(choiceKeyAction(press('0'), list)).toBeNull()
    expect(choiceKeyAction(press('2', { repeat: true }), list)).toBeNull()
  })

  it('a layout whose top row types signs still answers by digit keys', () => {
    expect(choiceKeyAction(press('é', { code: 'Digit2' }), list)).toEqual({ type: 'choose', index: 1 })
    expect(choiceKeyAction(press('2', { code: 'Numpad2' }), list)).toEqual({ type: 'choose', index: 1 })
  })

  it('the numeric pad moves the focus while its number lock is off', () => {
    expect(choiceKeyAction(press('ArrowDown', { code: 'Numpad2' }), list)).toEqual({
      type: 'focus',
      index: 2,
    })
  })

  it.each(['ctrlKey', 'metaKey', 'altKey'] as const)("a press with %s is the browser's", (modifier) => {
    expect(choiceKeyAction(press('1', { [modifier]: true }), list)).toBeNull()
  })
})
