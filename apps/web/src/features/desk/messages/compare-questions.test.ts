import { expect, test } from 'vitest'
import type { AnsweredQuestion } from '../drafts.ts'
import { compareQuestions } from './compare-questions.ts'

const asked: AnsweredQuestion = {
  ...{ personId: 'person', contactId: 'one', phone: '77010000001', isGift: false },
  ...{ question: 'Можно ли орехи?', questionId: 'first', lastAnswerId: null },
}
const elsewhere: AnsweredQuestion = {
  ...asked,
  contactId: 'other',
  phone: '77010000002',
  questionId: 'second',
}

test.each([
  ['nothing', [asked], asked],
  ['more', [asked], { ...asked, questionId: 'third' }],
  ['elsewhere', [asked], elsewhere],
  ['elsewhere', [asked, elsewhere], { ...elsewhere, questionId: 'third' }],
  ['answered', [asked], { ...asked, lastAnswerId: 'answer' }],
  ['gone', [asked], null],
  // What was looked at is known.
  ['nothing', [asked, elsewhere], elsewhere],
  ['nothing', [asked, elsewhere], asked],
  ['nothing', [asked, { ...asked, lastAnswerId: 'answer' }], { ...asked, lastAnswerId: 'answer' }],
  // An answer to another number is none to this one.
  ['nothing', [asked, elsewhere], { ...elsewhere, lastAnswerId: 'answer' }],
] as const)('%s came since', (what, known, now) => {
  expect(compareQuestions(known, now)).toEqual({ what })
})
