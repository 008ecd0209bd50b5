import { describe, expect, test } from 'vitest'
import { parseCommand } from './command.ts'
import { isWindowOpen } from './window.ts'

describe('readSaying', () => {
  test.each([
    'СТОП',
    'стоп',
    ' Стоп! ',
    '«стоп»',
    'stop',
    'STOP.',
    'отписаться',
    'Отписаться',
    'Cтоп',
    'не пишите',
  ])('%j stops the messages', (text) => expect(parseCommand(text)).toBe('stop'))

  test.each(['СТАРТ', 'start', 'Подписаться'])('%j starts them again', (text) =>
    expect(parseCommand(text)).toBe('start'),
  )

  test.each([
    '',
    'не могу остановиться',
    'стоп-кран',
    'спасибо',
    'когда стоп и старт?',
    'constructor',
    'toString',
  ])('%j is an ordinary message', (text) => expect(parseCommand(text)).toBeNull())
})

describe('isWindowOpen', () => {
  const wrote = new Date('2026-11-02T06:00:00Z')
  test.each([
    ['2026-11-02T06:00:01Z', true],
    ['2026-11-03T05:54:00Z', true],
    ['2026-11-03T05:56:00Z', false],
    ['2026-11-03T06:00:00Z', false],
  ])('at %s it is %s', (now, open) => expect(isWindowOpen(wrote, new Date(now))).toBe(open))

  test('nobody who never wrote has a window', () => expect(isWindowOpen(null, wrote)).toBe(false))
})
