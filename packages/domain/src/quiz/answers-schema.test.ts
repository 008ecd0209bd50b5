import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyAnswers } from './answers.arbitrary.ts'
import { contactSchema, quizAnswersSchema } from './answers-schema.ts'

describe('answers from outside', () => {
  it('are accepted as the quiz made them', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        expect(quizAnswersSchema.parse(answers)).toEqual(answers)
      }),
    )
  })

  it('are refused when any one of them is missing or unknown', () => {
    fc.assert(
      fc.property(anyAnswers, fc.nat(30), fc.boolean(), (answers, pick, missing) => {
        const keys = Object.keys(answers).filter((key) => key !== 'beforeMenstruation')
        const key = keys[pick % keys.length]!
        const damaged = { ...answers, [key]: missing ? undefined : 'unheard-of' }
        expect(quizAnswersSchema.safeParse(damaged).success).toBe(false)
      }),
    )
  })

  it.each([
    { height: 119 },
    { height: 251 },
    { height: 170.5 },
    { weight: 29.9 },
    { weight: Number.NaN },
    { weight: '65,5' },
    { healthIssues: [] },
    { healthIssues: ['none', 'fatigue'] },
    { healthIssues: ['other:\u0000'] },
    { healthIssues: [`other:${'я'.repeat(201)}`] },
  ])('are refused with %j', (damage) => {
    const [answers] = fc.sample(anyAnswers, 1)
    expect(quizAnswersSchema.safeParse({ ...answers, ...damage }).success).toBe(false)
  })

  it('drop what a man was not asked, take an old list of goals, and ignore unknown keys', () => {
    const [sample] = fc.sample(anyAnswers, 1)
    const parsed = quizAnswersSchema.parse({
      ...sample,
      gender: 'male',
      beforeMenstruation: '2',
      goals: ['sleep', 'energy'],
      category: 'AA2',
    })
    expect(parsed).not.toHaveProperty('beforeMenstruation')
    expect(parsed).not.toHaveProperty('category')
    expect(parsed.goals).toBe('sleep')
  })

  it('bring a contact trimmed, its address in lower case and its phone bare', () => {
    const typed = { name: ' Алия\u0000 ', email: ' Aliya@Example.KZ', phone: '+7 (701) 123-45-67' }
    expect(contactSchema.parse(typed)).toEqual({
      name: 'Алия',
      email: 'aliya@example.kz',
      phone: '+77011234567',
    })
  })
})
