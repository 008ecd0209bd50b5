import type { QuizAnswers } from '../quiz/answers.ts'
import { hasIssue, otherText } from '../quiz/health-issues.ts'
import { bmi, bmiBand } from './bmi.ts'
import { type FreeTextRedFlag, findFreeTextRedFlags } from './free-text/free-text-red-flags.ts'

/** A medical red flag, from free text or an option, that needs a doctor before any advice. */
export type Concern =
  | FreeTextRedFlag
  | 'underweight'
  | 'obesity'
  | 'bluishTongue'
  | 'cloudyEyes'
  | 'diagnosis'

/**
 * `now` may need an ambulance, `soon` a doctor within days, `before` a doctor's consent to changes.
 */
const urgencies = ['now', 'soon', 'before'] as const
export type Urgency = (typeof urgencies)[number]

export const urgencyOf: Readonly<Record<Concern, Urgency>> = {
  chestPain: 'now',
  breathlessness: 'now',
  stroke: 'now',
  fainting: 'now',
  despair: 'now',
  bleeding: 'now',
  jaundice: 'soon',
  weightLoss: 'soon',
  fever: 'soon',
  eatingDisorder: 'soon',
  complaint: 'soon',
  underweight: 'soon',
  bluishTongue: 'soon',
  cloudyEyes: 'soon',
  pregnancy: 'before',
  nursing: 'before',
  obesity: 'before',
  illness: 'before',
  diagnosis: 'before',
  minor: 'before',
}

export const allConcerns = Object.keys(urgencyOf) as readonly Concern[]

export type MedicalRedFlags = { urgency: Urgency; concerns: readonly Concern[] }

/** Returns the red flags in the answers, the most urgent first, or null when there is none. */
export function medicalRedFlags(answers: Partial<QuizAnswers>): MedicalRedFlags | null {
  const found = concernsOf(answers)
  const concerns = urgencies.flatMap((urgency) => found.filter((concern) => urgencyOf[concern] === urgency))
  const [first] = concerns
  return first === undefined ? null : { urgency: urgencyOf[first], concerns }
}

/** Tells if any of these attempts has a red flag. Unknown answers have none. */
export function hasMedicalRedFlags(
  ...attempts: readonly (Partial<QuizAnswers> | null | undefined)[]
): boolean {
  return attempts.some((answers) => answers && medicalRedFlags(answers) !== null)
}

export function concernsOf(answers: Partial<QuizAnswers>): Concern[] {
  const { healthIssues = [], tongueColor, eyeWhitesColor } = answers
  const band = bmiBandOf(answers)
  const shown: Record<Exclude<Concern, FreeTextRedFlag>, boolean> = {
    underweight: band === 'under-18.5',
    obesity: band === 'from-35',
    bluishTongue: tongueColor === '5',
    cloudyEyes: eyeWhitesColor === '2',
    // The labels of these options say that a doctor diagnosed them.
    diagnosis: hasIssue(healthIssues, 'insulinResistance') || hasIssue(healthIssues, 'thyroid'),
  }
  const seen = Object.entries(shown).flatMap(([concern, is]) => (is ? [concern as keyof typeof shown] : []))
  return [...findFreeTextRedFlags(otherText(healthIssues)), ...seen]
}

/** Red flags that forbid all sales; help is shown instead. The terms require an age of 18. */
export const salesBlockers = ['despair', 'eatingDisorder', 'minor'] as const satisfies readonly Concern[]
export type SalesBlocker = (typeof salesBlockers)[number]

/** Returns the gravest red flag that forbids a sale by these attempts, or null. */
export function findSalesBlocker(
  ...attempts: readonly (Partial<QuizAnswers> | null | undefined)[]
): SalesBlocker | null {
  const found = attempts.flatMap((answers) => (answers ? salesConcernsOf(answers) : []))
  return salesBlockers.find((concern) => found.includes(concern)) ?? null
}

/**
 * A mention of childhood makes no minor of a visitor who chose an age of 30 or more: «Мне 10 лет
 * ставят ВСД».
 */
function salesConcernsOf(answers: Partial<QuizAnswers>): Concern[] {
  const mayBeMinor = answers.age === undefined || answers.age === 'under-30'
  return concernsOf(answers).filter((concern) => concern !== 'minor' || mayBeMinor)
}

/** Returns true when the five-day program may be sold. It excludes a BMI below 18.5. */
export function suitsProgram(answers: Partial<QuizAnswers>): boolean {
  return bmiBandOf(answers) !== 'under-18.5' && findSalesBlocker(answers) === null
}

export function suitsConsultation(answers: Partial<QuizAnswers>): boolean {
  return findSalesBlocker(answers) === null
}

/** Red flags that exclude advice to count, weigh, forbid or delay food. */
export const concernsAgainstFoodRules: readonly Concern[] = [
  'eatingDisorder',
  'underweight',
  'weightLoss',
  'minor',
]

/** Red flags that exclude advice to delay food, because blood sugar may fall. */
export const concernsAgainstFasting: readonly Concern[] = [
  ...concernsAgainstFoodRules,
  'illness',
  'diagnosis',
]

/** Red flags that exclude texts about weight loss. */
export const concernsAgainstWeightLoss: readonly Concern[] = [
  'underweight',
  'pregnancy',
  'nursing',
  'eatingDisorder',
  'weightLoss',
  'minor',
]

/** Red flags that exclude advice to exercise before an examination. */
export const concernsAgainstExertion: readonly Concern[] = [
  'chestPain',
  'breathlessness',
  'stroke',
  'fainting',
  'bleeding',
  'bluishTongue',
  'jaundice',
  'fever',
  'weightLoss',
  'eatingDisorder',
  'complaint',
  'underweight',
  'pregnancy',
  'obesity',
  'illness',
  'diagnosis',
]

/** Returns true when texts may mention weight loss. */
export function mayLoseWeight(answers: Partial<QuizAnswers>): boolean {
  return !concernsOf(answers).some((concern) => concernsAgainstWeightLoss.includes(concern))
}

function bmiBandOf({ height, weight }: Partial<QuizAnswers>) {
  return height === undefined || weight === undefined ? null : bmiBand(bmi(height, weight))
}
