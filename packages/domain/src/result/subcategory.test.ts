import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyAnswers } from '../quiz/answers.arbitrary.ts'
import type { QuizAnswers } from '../quiz/answers.ts'
import { bmi, bmiBand } from './bmi.ts'
import { subcategoryOf } from './subcategory.ts'

const [sample] = fc.sample(anyAnswers, { numRuns: 1, seed: 1 })
const given = (facts: Partial<QuizAnswers>): QuizAnswers => ({ ...sample!, ...facts })

describe('the subcategory', () => {
  const heavy: Partial<QuizAnswers> = {
    healthIssues: ['fatigue', 'swelling', 'anxiety', 'digestion'],
    height: 170,
    weight: 79, // BMI 27.3
    dietAttempts: '3-more',
  }
  it.each([
    ['A2', heavy],
    ['A2', { ...heavy, healthIssues: ['fatigue', 'swelling', 'anxiety', 'insulinResistance'] }],
    ['A1', { ...heavy, healthIssues: ['fatigue', 'swelling', 'digestion'] }],
    ['A1', { ...heavy, healthIssues: ['fatigue', 'swelling', 'anxiety', 'thyroid'] }],
    ['A1', { ...heavy, weight: 78 }], // BMI 27.0 is not over 27
    ['A1', { ...heavy, dietAttempts: '1-2' }],
  ] as [string, Partial<QuizAnswers>][])('%s for A with %j', (expected, facts) => {
    expect(subcategoryOf('A', given(facts))).toBe(expected)
  })

  const woman: Partial<QuizAnswers> = {
    gender: 'female',
    age: '40-49',
    beforeMenstruation: '1',
    healthIssues: ['none'],
  }
  it.each([
    ['B2', woman],
    ['B2', { ...woman, age: '60+', beforeMenstruation: undefined, healthIssues: ['pmsMenopause'] }],
    ['B1', { ...woman, age: '30-39' }],
    ['B1', { ...woman, beforeMenstruation: '0' }],
    ['B1', { ...woman, gender: 'male', healthIssues: ['pmsMenopause'] }],
  ] as [string, Partial<QuizAnswers>][])('%s for B with %j', (expected, facts) => {
    expect(subcategoryOf('B', given(facts))).toBe(expected)
  })

  const dieter: Partial<QuizAnswers> = {
    doingEverythingRight: '0',
    dietAttempts: '3-more',
    height: 170,
    weight: 70, // BMI 24.2
    consultation: 'no',
  }
  it.each([
    ['C2', dieter],
    ['C2', { ...dieter, weight: 78 }], // BMI 27.0
    ['C2', { consultation: 'yes', doingEverythingRight: '1' }],
    ['C2', { consultation: 'yes', doingEverythingRight: '2' }],
    ['C1', { ...dieter, consultation: 'maybe' }],
    ['C1', { ...dieter, weight: 79 }],
    ['C1', { ...dieter, weight: 66 }], // BMI 22.8
    ['C1', { ...dieter, dietAttempts: '1-2' }],
  ] as [string, Partial<QuizAnswers>][])('%s for C with %j', (expected, facts) => {
    expect(subcategoryOf('C', given(facts))).toBe(expected)
  })
})

describe('the body mass index', () => {
  it.each([
    [170, 70, 24.2],
    [165, 65.5, 24.1],
    [200, 100, 25],
  ])('of %i cm and %d kg is %d', (height, weight, expected) => {
    expect(bmi(height, weight)).toBe(expected)
  })

  it.each([
    [18.4, 'under-18.5'],
    [18.5, '18.5-24.9'],
    [24.9, '18.5-24.9'],
    [25, '25-26.9'],
    [26.9, '25-26.9'],
    [27, '27-29.9'],
    [29.9, '27-29.9'],
    [30, '30-34.9'],
    [34.9, '30-34.9'],
    [35, 'from-35'],
  ])('%d falls into %s', (value, band) => {
    expect(bmiBand(value)).toBe(band)
  })
})
