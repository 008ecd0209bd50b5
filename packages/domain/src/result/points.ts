import type { HealthIssueId, OptionOf, SingleChoiceKey } from '../quiz/options.ts'
import type { BmiBand } from './bmi.ts'
import type { Scores } from './categories.ts'

/**
 * The version of the scoring rules, stored with every lead. Any change of the points or rules needs
 * a new version.
 */
export const rulesVersion = '2026-11'

export type Points = Partial<Scores>
const noPoints: Points = {}

/** A question whose options score (specification, section 9). */
export type ScoredChoice = SingleChoiceKey

/**
 * Points per option. A is metabolic, B stress and hormones, C habits. A stronger symptom never
 * gives the category it points to less than a weaker one.
 */
export const choicePoints: { readonly [K in ScoredChoice]: Readonly<Record<OptionOf<K>, Points>> } = {
  // The quiz asks women about hormonal load, and men about metabolism.
  gender: { female: { B: 1 }, male: { A: 1 } },
  // Metabolism slows with age, hormones change in the middle, and young people live by habits.
  age: {
    'under-30': { C: 2 },
    '30-39': { C: 1, B: 1 },
    '40-49': { A: 1, B: 2 },
    '50-59': { A: 2, B: 2 },
    '60+': { A: 3, B: 1 },
  },
  // Repeated diets slow the metabolism and show unstable habits.
  dietAttempts: { never: noPoints, '1-2': { C: 1 }, '3-more': { A: 1, C: 2 } },
  goals: {
    weightLoss: { A: 1, C: 2 },
    energy: { A: 2, C: 1 },
    calmness: { B: 3 },
    sleep: { B: 3 },
    digestion: { A: 1, C: 1 },
  },
  // A pale, coated, bluish or dirty tongue suggests slow digestion, a bright red one strain.
  tongueColor: {
    '1': noPoints,
    '2': { A: 1 },
    '3': { A: 1, C: 2 },
    '4': { B: 3 },
    '5': { A: 2, B: 1 },
    '6': { A: 1, C: 2 },
  },
  feelingCold: { '0': noPoints, '1': { A: 1 }, '2': { A: 3 } },
  bodyHeaviness: { '0': noPoints, '1': { A: 1 }, '2': { A: 3 } },
  unusualCravings: { '0': noPoints, '1': { C: 2 }, '2': { C: 3 } },
  sleepFeeling: { '0': noPoints, '1': { B: 1 }, '2': { A: 1, B: 2 } },
  eyeWhitesColor: { '0': noPoints, '1': { B: 1 }, '2': { A: 1 } },
  // Wide pupils, strain before menstruation and broken sleep suggest a nervous system without rest.
  dilatedPupils: { '0': noPoints, '1': { B: 1 }, '2': { B: 2 } },
  dominantEmotion: { '0': noPoints, '1': { B: 3 }, '2': { B: 3 } },
  beforeMenstruation: { '0': noPoints, '1': { B: 1 }, '2': { B: 2 } },
  sleepProblems: { '0': noPoints, '1': { B: 1 }, '2': { B: 3 } },
  afterEating: { '0': noPoints, '1': { A: 3 } },
  // Eating habits.
  stopEatingSweets: { '0': noPoints, '1': { C: 2 }, '2': { C: 4 } },
  doingEverythingRight: { '0': noPoints, '1': { C: 1 }, '2': { C: 2 } },
  whenHungryChoose: { '0': noPoints, '1': { C: 2 }, '2': { C: 3 } },
  whenBreakdownsHappen: { '0': noPoints, '1': { C: 2 }, '2': { B: 1, C: 2 } },
  // A wish for personal help suggests metabolism; declining it suggests habits.
  consultation: { yes: { A: 1, B: 1 }, maybe: noPoints, no: { C: 1 } },
}

export const healthIssuePoints: Readonly<Record<HealthIssueId, Points>> = {
  fatigue: { A: 1, B: 1 },
  swelling: { A: 1, C: 1 },
  sleepIssues: { B: 2 },
  anxiety: { B: 2 },
  digestion: { A: 1, C: 2 },
  insulinResistance: { A: 1, C: 1 },
  thyroid: { A: 1, B: 1 },
  pmsMenopause: { B: 2 },
  other: noPoints,
  none: noPoints,
}

/** From this many issues on, category A gets extra points (specification, section 9). */
export const manyIssues = { from: 3, points: { A: 3 } } as const satisfies { from: number; points: Points }

/** Overweight counts as habits first, and as metabolism with a higher BMI. */
export const bmiPoints: Readonly<Record<BmiBand, Points>> = {
  'under-18.5': { B: 1 },
  '18.5-24.9': { C: 1 },
  '25-26.9': { C: 2 },
  '27-29.9': { A: 1, C: 2 },
  '30-34.9': { A: 2, C: 2 },
  'from-35': { A: 3, C: 2 },
}
