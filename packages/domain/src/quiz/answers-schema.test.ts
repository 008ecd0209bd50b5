import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyAnswers } from './answers.arbitrary.ts'
import { contactSchema, quizAnswersSchema } from './answers-schema.ts'
import { restoreAnswers } from './restore.ts'

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

  it.each([
    [
      ['fatigue', 'fatigue', 'other:a', 'other:b'],
      ['fatigue', 'other:a'],
    ],
    [['other', 'other:колени'], ['other:колени']],
    [['none', 'none'], ['none']],
  ])('name every issue once: %j become %j', (healthIssues, kept) => {
    const [answers] = fc.sample(anyAnswers, 1)
    expect(quizAnswersSchema.parse({ ...answers, healthIssues })).toMatchObject({ healthIssues: kept })
    expect(restoreAnswers({ healthIssues })).toMatchObject({ healthIssues: kept })
  })

  it('of a man speak of nothing that only women are asked, wherever they come from', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const claimed = [...answers.healthIssues.filter((issue) => issue !== 'none'), 'pmsMenopause'] as const
        const man = { ...answers, gender: 'male', beforeMenstruation: '2', healthIssues: claimed }
        const expected = claimed.filter((issue) => issue !== 'pmsMenopause')
        for (const read of [quizAnswersSchema.parse(man), restoreAnswers(man)]) {
          expect(read).not.toHaveProperty('beforeMenstruation')
          expect(read.healthIssues).toEqual(expected.length > 0 ? expected : ['none'])
        }
      }),
    )
    const men = fc.sample(anyAnswers, { numRuns: 500, seed: 3 }).filter(({ gender }) => gender === 'male')
    expect(men.flatMap(({ healthIssues }) => healthIssues)).not.toContain('pmsMenopause')
  })

  it('lose what nobody sees in own words, and nothing else', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const typed = { ...answers, healthIssues: ['other:ко\u200bле\u00adни 👩‍👧\u202e'] }
        expect(quizAnswersSchema.parse(typed).healthIssues).toEqual(['other:колени 👩‍👧'])
        const unseen = { ...answers, healthIssues: ['other:\u200b'] }
        expect(quizAnswersSchema.parse(unseen).healthIssues).toEqual(['other'])
      }),
      { numRuns: 5 },
    )
  })

  it('bring a contact trimmed, its address in lower case and its phone bare', () => {
    const typed = {
      ...{ name: ' Алия\u0000 ', email: ' \u202aAliya@Example.KZ\u202c' },
      phone: '\u2066+7 (701) 123-45-67\u2069',
    }
    expect(contactSchema.parse(typed)).toEqual({
      name: 'Алия',
      email: 'aliya@example.kz',
      phone: '+77011234567',
    })
  })
})
