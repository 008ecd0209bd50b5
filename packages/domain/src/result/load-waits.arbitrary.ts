import fc from 'fast-check'
import { anyAnswers } from '../quiz/answers.arbitrary.ts'
import type { QuizAnswers } from '../quiz/answers.ts'
import type { Concern } from './medical-red-flags.ts'

type Sign = Partial<Pick<QuizAnswers, 'height' | 'weight' | 'tongueColor'>> & {
  words?: string
  issue?: 'thyroid' | 'insulinResistance'
}

/** What says of somebody that a doctor decides on their load. For tests only, which is why the list is written out again. */
export const loadWaitsBy = {
  chestPain: { words: 'давит в груди' },
  breathlessness: { words: 'задыхаюсь' },
  stroke: { words: 'онемела рука' },
  fainting: { words: 'обмороки' },
  bleeding: { words: 'кровь в моче' },
  bluishTongue: { tongueColor: '5' },
  jaundice: { words: 'желтуха' },
  fever: { words: 'держится температура' },
  weightLoss: { words: 'худею без причины' },
  eatingDisorder: { words: 'булимия' },
  complaint: { words: 'темнеет в глазах' },
  underweight: { height: 170, weight: 50 },
  pregnancy: { words: 'беременность' },
  obesity: { height: 170, weight: 110 },
  illness: { words: 'порок сердца' },
  diagnosis: { issue: 'insulinResistance' },
} as const satisfies Partial<Record<Concern, Sign>>

/** What a doctor should hear of as well, and nobody need wait for before a walk. */
export const loadGoesOnWith: readonly Concern[] = ['despair', 'cloudyEyes', 'nursing', 'minor']

export function withRedFlag(answers: QuizAnswers, { words, issue, ...shown }: Sign): QuizAnswers {
  const named = answers.healthIssues.filter((each) => !['none', 'other', issue].includes(each))
  const added: QuizAnswers['healthIssues'] = words ? [`other:${words}`] : issue ? [issue] : []
  return { ...answers, ...shown, ...(added.length > 0 && { healthIssues: [...named, ...added] }) }
}

/** Everybody whose load waits, whatever else they answer. */
export const anyWhoseLoadWaits: fc.Arbitrary<QuizAnswers> = fc
  .tuple(anyAnswers, fc.constantFrom<Sign>(...Object.values(loadWaitsBy)))
  .map(([answers, sign]) => withRedFlag(answers, sign))
