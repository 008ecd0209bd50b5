import { expect, test } from 'vitest'
import type { QuizAnswers } from '../quiz/answers.ts'
import { offeredProducts, offerStyles } from './offered.ts'

const thin = { height: 170, weight: 50 }
const well = { height: 170, weight: 63 }
const telling = (words: string): Partial<QuizAnswers> => ({ ...well, healthIssues: [`other:${words}`] })
const toDoctor = telling('давит в груди')

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
  ['to whoever is under 18, nothing', { answers: telling('мне 16 лет') }, []],
  ['with an eating disorder, nothing', { answers: telling('булимия') }, []],
  ['to whom life has grown too hard by now, nothing', { answers: well, latest: telling('не хочу жить') }, []],
  ['and may leave nothing', { answers: thin, owned: ['consultation'] as const }, []],
])('%s', (_title, wish, offered) => {
  expect(offeredProducts(wish)).toEqual(offered)
})

const loud = { isQuiet: false, isAfterDoctor: false, isDeclined: false }
const quiet = { ...loud, isQuiet: true }
const later = { ...quiet, isAfterDoctor: true }
const declined = { ...quiet, isDeclined: true }

test.each([
  ['aloud to whoever is well', { answers: well }, loud, loud],
  ['where no answers are known, aloud', { answers: {} }, loud, loud],
  ['after a doctor whom the result names', { answers: toDoctor }, later, later],
  [
    'after a doctor whom it names, though the newest attempt does not',
    { answers: toDoctor, latest: well },
    later,
    later,
  ],
  ['after a doctor whom the newest attempt alone names', { answers: well, latest: toDoctor }, later, later],
  ['the consultation quietly to whoever declined it', { answers: { consultation: 'no' } }, loud, declined],
  [
    'by what was wished of it last, which is no',
    { answers: { consultation: 'yes' }, latest: { consultation: 'no' } },
    loud,
    declined,
  ],
  [
    'by what was wished of it last, which is yes',
    { answers: { consultation: 'no' }, latest: { consultation: 'yes' } },
    loud,
    loud,
  ],
  [
    'declined, and after a doctor',
    { answers: { ...toDoctor, consultation: 'no' } },
    later,
    { ...later, isDeclined: true },
  ],
] as const)('%s', (_title, wish, subscription, consultation) => {
  expect(offerStyles(wish)).toEqual({ subscription, consultation })
})
