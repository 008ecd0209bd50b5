import { expect, test } from 'vitest'
import { halfwayText } from './halfway.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('half way says how many are answered, what is left and for how long', () => {
  const ahead = ['body', 'emotions', 'habits'] as const
  const { title, text } = halfwayText({ answered: 12, total: 23, ahead, minutes: 2 })
  expect(plain(title)).toBe('12 из 23')
  expect(plain(text)).toBe('Осталось немного про тело, про эмоции и привычки, 2 минуты')
})

test.each([
  [1, '1 минута'],
  [2, '2 минуты'],
  [5, '5 минут'],
])('%i takes its own form of the minute', (minutes, words) => {
  const { text } = halfwayText({ answered: 12, total: 23, ahead: ['emotions', 'habits'], minutes })
  expect(plain(text)).toBe(`Осталось про эмоции и привычки, ${words}`)
})
