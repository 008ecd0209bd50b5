import type { HealthIssueId, OptionOf, SingleChoiceKey } from '../quiz/options.ts'
import type { BmiBand } from './bmi.ts'
import type { Scores } from './categories.ts'

/**
 * Which rules gave a result. Stored with every lead; a change to any number in this file or to the
 * subcategory rules needs a new version, so that an old result can be explained by the rules of its day.
 */
export const rulesVersion = '2026-11'

export type Points = Partial<Scores>
/** An answer that scores nothing, said once. */
const noPoints: Points = {}

/** Every question whose chosen option scores (specification, section 9). */
export type ScoredChoice = SingleChoiceKey

/**
 * Points per option. A is metabolic, B stress and hormones, C habits. A stronger symptom never gives the
 * category it points to less than a weaker one.
 */
export const choicePoints: { readonly [K in ScoredChoice]: Readonly<Record<OptionOf<K>, Points>> } = {
  // Women carry more of the hormonal load this quiz asks about; men more of the abdominal, metabolic one.
  gender: { female: { B: 1 }, male: { A: 1 } },
  // Metabolism slows with age; the years of hormonal change weigh on B; the young mostly live by their habits.
  age: {
    'under-30': { C: 2 },
    '30-39': { C: 1, B: 1 },
    '40-49': { A: 1, B: 2 },
    '50-59': { A: 2, B: 2 },
    '60+': { A: 3, B: 1 },
  },
  // Repeated diets slow the metabolism down and are themselves a habit that does not hold.
  dietAttempts: { never: noPoints, '1-2': { C: 1 }, '3-more': { A: 1, C: 2 } },
  goals: {
    weightLoss: { A: 1, C: 2 },
    energy: { A: 2, C: 1 },
    calmness: { B: 3 },
    sleep: { B: 3 },
    digestion: { A: 1, C: 1 },
  },
  // Tongue: a pale, coated, bluish or dirty tongue is read as sluggish digestion, a bright red one as strain.
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
  // Wide pupils, strain before menstruation and broken sleep are signs of a nervous system that does not rest.
  dilatedPupils: { '0': noPoints, '1': { B: 1 }, '2': { B: 2 } },
  dominantEmotion: { '0': noPoints, '1': { B: 3 }, '2': { B: 3 } },
  beforeMenstruation: { '0': noPoints, '1': { B: 1 }, '2': { B: 2 } },
  sleepProblems: { '0': noPoints, '1': { B: 1 }, '2': { B: 3 } },
  afterEating: { '0': noPoints, '1': { A: 3 } },
  // How a person eats: the habit questions.
  stopEatingSweets: { '0': noPoints, '1': { C: 2 }, '2': { C: 4 } },
  doingEverythingRight: { '0': noPoints, '1': { C: 1 }, '2': { C: 2 } },
  whenHungryChoose: { '0': noPoints, '1': { C: 2 }, '2': { C: 3 } },
  whenBreakdownsHappen: { '0': noPoints, '1': { C: 2 }, '2': { B: 1, C: 2 } },
  // Wanting personal help goes with a body that no longer answers to general advice; declining it with habits.
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

/** From this many issues on, the body as a whole asks for attention (specification, section 9). */
export const manyIssues = { from: 3, points: { A: 3 } } as const satisfies { from: number; points: Points }

/** Overweight is a matter of regime first and of metabolism the further it goes. */
export const bmiPoints: Readonly<Record<BmiBand, Points>> = {
  'under-18.5': { B: 1 },
  '18.5-24.9': { C: 1 },
  '25-26.9': { C: 2 },
  '27-29.9': { A: 1, C: 2 },
  '30-34.9': { A: 2, C: 2 },
  'from-35': { A: 3, C: 2 },
}
