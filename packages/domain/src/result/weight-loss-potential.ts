import type { QuizAnswers } from '../quiz/answers.ts'
import { bmi } from './bmi.ts'
import { mayLoseWeight } from './medical-red-flags.ts'

/** Half a kilogram a week, for twelve weeks. */
const maxKgPerThreeMonths = 6
/** The upper limit of normal BMI, which bounds the loss. */
const normalBmi = 24.9
/** Guidelines call 5 to 10 % of the weight in half a year realistic, so 5 % is what three months can give. */
const realisticShare = 0.05

/** Smaller changes are daily fluctuations. */
const minKg = 1

export type WeightLossPotential = {
  /** Kilograms in three months, in halves, at least 1; 0 when there is nothing to lose. */
  kg: number
  /** `held` is for readers who must not lose weight. */
  weight: 'low' | 'held' | 'normal' | 'above'
}

type WeighedAnswers = Pick<QuizAnswers, 'height' | 'weight' | 'healthIssues'>

/**
 * Estimates the weight that a calm regime may take off in three months: 5 % of the weight, at most
 * 6 kg, and never past the upper edge of normal weight. Below BMI 25 it is always 0.
 */
export function weightLossPotential(answers: WeighedAnswers): WeightLossPotential {
  const { height, weight } = answers
  const index = bmi(height, weight)
  if (index < 18.5) return { kg: 0, weight: 'low' }
  if (!mayLoseWeight(answers)) return { kg: 0, weight: 'held' }
  if (index < 25) return { kg: 0, weight: 'normal' }
  const toNormal = weight - normalBmi * (height / 100) ** 2
  const kg = Math.min(maxKgPerThreeMonths, weight * realisticShare, toNormal)
  return { kg: kg < minKg ? 0 : Math.floor(kg * 2) / 2, weight: 'above' }
}
