import { expect, test } from 'vitest'
import { answerText } from './answer-text.ts'

test.each([
  ['gender', 'female', 'Женский'],
  ['height', 165, '165\u00a0см'],
  ['weight', 78.5, '78,5\u00a0кг'],
  [
    'healthIssues',
    ['fatigue', 'swelling', 'other:ночью, иногда'],
    'Усталость, нет сил; Отёки; «ночью, иногда»',
  ],
  ['healthIssues', ['of-another-year'], 'of-another-year'],
  ['age', 'of-another-year', 'of-another-year'],
])('reads %s %j as %s', (key, value, text) => expect(answerText(key, value)).toBe(text))
