/** Computes the BMI to one decimal (specification, section 3). `heightCm` must be positive. */
export function bmi(heightCm: number, weightKg: number): number {
  const metres = heightCm / 100
  return Math.round((weightKg / (metres * metres)) * 10) / 10
}

export type BmiBand = 'under-18.5' | '18.5-24.9' | '25-26.9' | '27-29.9' | '30-34.9' | 'from-35'

/**
 * Returns the band of a rounded BMI. The bands are half-open, so that each value is in exactly one.
 */
export function bmiBand(value: number): BmiBand {
  if (value < 18.5) return 'under-18.5'
  if (value < 25) return '18.5-24.9'
  if (value < 27) return '25-26.9'
  if (value < 30) return '27-29.9'
  if (value < 35) return '30-34.9'
  return 'from-35'
}
