import type { QuizAnswers } from '../quiz/answers.ts'
import { countIssues, hasIssue } from '../quiz/health-issues.ts'
import { bmi } from './bmi.ts'
import type { Category, Subcategory } from './categories.ts'

/** Narrows a main category down (specification, section 9, "Subcategory rules"). */
export function subcategoryOf(category: Category, answers: QuizAnswers): Subcategory {
  switch (category) {
    case 'A':
      return isHeavyMetabolicLoad(answers) ? 'A2' : 'A1'
    case 'B':
      return isHormonalShift(answers) ? 'B2' : 'B1'
    case 'C':
      return isStuckInHabits(answers) ? 'C2' : 'C1'
  }
}

/** At least 4 issues, BMI over 27, insulin resistance or digestion among the issues, and 3+ diet attempts: all of them. */
function isHeavyMetabolicLoad({ healthIssues, height, weight, dietAttempts }: QuizAnswers): boolean {
  return (
    countIssues(healthIssues) >= 4 &&
    bmi(height, weight) > 27 &&
    (hasIssue(healthIssues, 'insulinResistance') || hasIssue(healthIssues, 'digestion')) &&
    dietAttempts === '3-more'
  )
}

/** Women aged 40+ with a menstrual symptom or PMS/menopause. */
function isHormonalShift({ gender, age, beforeMenstruation, healthIssues }: QuizAnswers): boolean {
  const fortyOrOlder = age === '40-49' || age === '50-59' || age === '60+'
  const menstrualSymptom = beforeMenstruation === '1' || beforeMenstruation === '2'
  return gender === 'female' && fortyOrOlder && (menstrualSymptom || hasIssue(healthIssues, 'pmsMenopause'))
}

/** "Doing everything right" answered 1 or 2, or 3+ attempts with BMI 23 to 27 and no interest in a consultation. */
function isStuckInHabits({
  doingEverythingRight,
  dietAttempts,
  height,
  weight,
  consultation,
}: QuizAnswers): boolean {
  if (doingEverythingRight !== '0') return true
  const index = bmi(height, weight)
  return dietAttempts === '3-more' && index >= 23 && index <= 27 && consultation === 'no'
}
