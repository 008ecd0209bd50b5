import { expect, test } from 'vitest'
import { compareWords } from './letters.ts'

test('words stand by the Kazakh and Russian alphabets, Latin ones last', () => {
  const words = 'Яна Anna Әсел Асель Аян Ёлка Елена Жанна Қуаныш Кама Лев Ігілік Ырыс Эмма'.split(' ')
  expect(words.toSorted(compareWords).join(' ')).toBe(
    'Асель Аян Әсел Елена Ёлка Жанна Кама Қуаныш Лев Ырыс Ігілік Эмма Яна Anna',
  )
})
