import type { QuizAnswers } from '../quiz/answers.ts'
import { hasIssue } from '../quiz/health-issues.ts'
import { bmi } from './bmi.ts'
import { mayLoseWeight } from './doctor-first.ts'

/** What to look after first, in the order it is shown. */
export const problemAreas = [
  'energy',
  'sugar',
  'cravings',
  'weight',
  'swelling',
  'heaviness',
  'digestion',
  'warmth',
  'thyroid',
] as const
export type ProblemArea = (typeof problemAreas)[number]

/** The areas that a person's own answers name, among them whatever names category A; an empty list when nothing stands out. */
export function problemAreasOf(answers: QuizAnswers): ProblemArea[] {
  const { healthIssues: issues } = answers
  const named: Record<ProblemArea, boolean> = {
    energy: hasIssue(issues, 'fatigue') || answers.sleepFeeling === '2' || answers.afterEating === '1',
    sugar: hasIssue(issues, 'insulinResistance') || answers.stopEatingSweets === '2',
    cravings: answers.unusualCravings === '2',
    weight: bmi(answers.height, answers.weight) >= 25 && mayLoseWeight(answers),
    swelling: hasIssue(issues, 'swelling'),
    heaviness: answers.bodyHeaviness !== '0',
    digestion: hasIssue(issues, 'digestion'),
    warmth: answers.feelingCold !== '0',
    thyroid: hasIssue(issues, 'thyroid'),
  }
  return problemAreas.filter((area) => named[area])
}
