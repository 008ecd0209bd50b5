import { expect, test } from 'vitest'
import { offeredProducts } from './offered.ts'

const thin = { height: 170, weight: 50 }
const well = { height: 170, weight: 63 }

test.each([
  ['to whom the program suits, both', { answers: well }, ['subscription', 'consultation']],
  ['under a normal weight, the consultation alone', { answers: thin }, ['consultation']],
  [
    'to whom weighs too little by now, the consultation alone',
    { answers: well, latest: thin },
    ['consultation'],
  ],
  ['where no answers are known, both', { answers: {} }, ['subscription', 'consultation']],
  ['what is there already is not', { answers: well, owned: ['subscription'] as const }, ['consultation']],
  ['and may leave nothing', { answers: thin, owned: ['consultation'] as const }, []],
])('%s', (_title, wish, offered) => {
  expect(offeredProducts(wish)).toEqual(offered)
})
