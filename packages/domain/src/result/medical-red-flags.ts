import type { QuizAnswers } from '../quiz/answers.ts'
import { hasIssue, otherText } from '../quiz/health-issues.ts'
import { bmi, bmiBand } from './bmi.ts'
import { type FreeTextRedFlag, findFreeTextRedFlags } from './told/free-text-red-flags.ts'

/**
 * A doctor should hear of it before any advice of ours: told in one's own words, or shown by an
 * answer.
 */
export type Concern =
  | FreeTextRedFlag
  | 'underweight'
  | 'obesity'
  | 'bluishTongue'
  | 'cloudyEyes'
  | 'diagnosis'

/** `now` may need an ambulance, `soon` a doctor within days, `before` a doctor's word before anything is changed. */
const urgencies = ['now', 'soon', 'before'] as const
export type Urgency = (typeof urgencies)[number]

/** How soon a doctor should hear of each. */
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

/** Whether a doctor comes before this result, and why, the most urgent first; null when nothing in the answers says so. */
export function medicalRedFlags(answers: Partial<QuizAnswers>): MedicalRedFlags | null {
  const found = concernsOf(answers)
  const concerns = urgencies.flatMap((urgency) => found.filter((concern) => urgencyOf[concern] === urgency))
  const [first] = concerns
  return first === undefined ? null : { urgency: urgencyOf[first], concerns }
}

/** Whether a doctor comes before all else by any of these attempts; where no answers are known, nothing says so. */
export function hasMedicalRedFlags(
  ...attempts: readonly (Partial<QuizAnswers> | null | undefined)[]
): boolean {
  return attempts.some((answers) => answers && medicalRedFlags(answers) !== null)
}

export function concernsOf(answers: Partial<QuizAnswers>): Concern[] {
  const { healthIssues = [], tongueColor, eyeWhitesColor } = answers
  const band = bandOf(answers)
  const shown: Record<Exclude<Concern, FreeTextRedFlag>, boolean> = {
    underweight: band === 'under-18.5',
    obesity: band === 'from-35',
    bluishTongue: tongueColor === '5',
    cloudyEyes: eyeWhitesColor === '2',
    // Both are offered as named by a doctor.
    diagnosis: hasIssue(healthIssues, 'insulinResistance') || hasIssue(healthIssues, 'thyroid'),
  }
  const seen = Object.entries(shown).flatMap(([concern, is]) => (is ? [concern as keyof typeof shown] : []))
  return [...findFreeTextRedFlags(otherText(healthIssues)), ...seen]
}

/** With these nothing is sold, and help is named instead. The terms ask for 18 years. */
export const nothingSold = ['despair', 'eatingDisorder', 'minor'] as const satisfies readonly Concern[]
export type UnsoldConcern = (typeof nothingSold)[number]

/**
 * The concern for which nothing is sold by these attempts, the gravest first; null where selling
 * is fine.
 */
export function unsoldConcern(
  ...attempts: readonly (Partial<QuizAnswers> | null | undefined)[]
): UnsoldConcern | null {
  const found = attempts.flatMap((answers) => (answers ? concernsOf(answers) : []))
  return nothingSold.find((concern) => found.includes(concern)) ?? null
}

/**
 * The five-day program orders food and movement for whoever has strength to spare: below a BMI
 * of 18.5 a doctor comes instead.
 */
export function suitsProgram(answers: Partial<QuizAnswers>): boolean {
  return bandOf(answers) !== 'under-18.5' && unsoldConcern(answers) === null
}

/** A consultation suits everybody but those to whom nothing is sold. */
export function suitsConsultation(answers: Partial<QuizAnswers>): boolean {
  return unsoldConcern(answers) === null
}

/** With these nothing counts, weighs, forbids or delays food. */
export const foodRulesWait: readonly Concern[] = ['eatingDisorder', 'underweight', 'weightLoss', 'minor']

/**
 * With these food is not put off for a pause, because sugar may have fallen: diabetes is
 * treated, or may be.
 */
export const foodNeverWaits: readonly Concern[] = [...foodRulesWait, 'illness', 'diagnosis']

/** With these nothing may speak of losing weight, whatever the scales say. */
export const weightStays: readonly Concern[] = [
  'underweight',
  'pregnancy',
  'nursing',
  'eatingDisorder',
  'weightLoss',
  'minor',
]

/**
 * With these nothing may tell anybody to move more before a doctor has looked: what may come from the heart, the lungs, the head
 * or the blood, an illness that is on, no strength to spare, and whatever a load is set for by a doctor.
 */
export const loadWaits: readonly Concern[] = [
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

/** Whether losing weight may be spoken of at all. */
export function mayLoseWeight(answers: Partial<QuizAnswers>): boolean {
  return !concernsOf(answers).some((concern) => weightStays.includes(concern))
}

function bandOf({ height, weight }: Partial<QuizAnswers>) {
  return height === undefined || weight === undefined ? null : bmiBand(bmi(height, weight))
}
