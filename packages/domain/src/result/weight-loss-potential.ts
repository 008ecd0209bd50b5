import { bmi } from './bmi.ts'

/** Half a kilogram a week is careful for everybody; three months hold twelve of them. */
export const mostKgPerThreeMonths = 6
/** The upper edge of normal weight: a loss aims no lower. */
const normalBmi = 24.9
/** Guidelines call 5 to 10 % of the weight in half a year realistic, so 5 % is what three months can give. */
const realisticShare = 0.05

export type WeightLossPotential = {
  /** Kilograms in three months, in halves; 0 when there is nothing to lose. */
  kg: number
  weight: 'low' | 'normal' | 'above'
}

/**
 * What a calm regime may take off in three months: 5 % of the weight, at most 6 kg, and never past the upper edge
 * of normal weight. Below BMI 25 it is always 0.
 */
export function weightLossPotential(heightCm: number, weightKg: number): WeightLossPotential {
  const index = bmi(heightCm, weightKg)
  if (index < 25) return { kg: 0, weight: index < 18.5 ? 'low' : 'normal' }
  const toNormal = weightKg - normalBmi * (heightCm / 100) ** 2
  const kg = Math.max(0, Math.min(mostKgPerThreeMonths, weightKg * realisticShare, toNormal))
  return { kg: Math.floor(kg * 2) / 2, weight: 'above' }
}
