import { optionTexts } from '@app/content/ru/options'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { classifyResult } from '@app/domain/result/result'
import { describe, expect, it } from 'vitest'
import { personalRows } from './personal-rows.ts'
import { profileFromData, profileFromLead, profileFromShared } from './profile.ts'
import { profileSource } from './profile-source.ts'

const answers: QuizAnswers = {
  gender: 'female',
  age: '40-49',
  height: 165,
  weight: 72.5,
  dietAttempts: '1-2',
  healthIssues: ['fatigue', 'other:колени'],
  goals: 'energy',
  tongueColor: '1',
  feelingCold: '2',
  bodyHeaviness: '1',
  unusualCravings: '0',
  sleepFeeling: '2',
  eyeWhitesColor: '0',
  dilatedPupils: '0',
  dominantEmotion: '1',
  beforeMenstruation: '1',
  sleepProblems: '1',
  afterEating: '1',
  stopEatingSweets: '1',
  doingEverythingRight: '0',
  whenHungryChoose: '1',
  whenBreakdownsHappen: '1',
  consultation: 'maybe',
}
const row = {
  id: '11111111-1111-4111-8111-111111111111',
  created_at: '2026-11-20T10:00:00+00:00',
  name: 'Айгуль',
  quiz_answers: answers,
  category: 'BB2',
  scores: { A: 1, B: 9, C: 2 },
  rules_version: '1',
  ownership: 'linked',
}

describe('where the profile comes from', () => {
  it.each([
    ['data=%7B%7D&result=abc', { kind: 'data', text: '{}' }],
    ['result=abc', { kind: 'token', token: 'abc' }],
    ['data=&result=', { kind: 'latest' }],
    ['', { kind: 'latest' }],
  ])('?%s', (query, source) => {
    expect(profileSource(new URLSearchParams(query))).toEqual(source)
  })
})

describe('answers in the address', () => {
  it('are judged here', () => {
    const profile = profileFromData(JSON.stringify(answers))
    expect(profile).toMatchObject({ name: null, answers, judged: { result: classifyResult(answers) } })
  })

  it('may bring a contact, of which the name is shown', () => {
    expect(profileFromData(JSON.stringify({ ...answers, contact: { name: ' Айгуль ' } }))?.name).toBe(
      'Айгуль',
    )
  })

  it('show what there is and no result when some are missing or impossible', () => {
    expect(profileFromData('{"gender":"male","height":119,"weight":80}')).toEqual({
      name: null,
      answers: { gender: 'male', weight: 80 },
      judged: null,
      lead: null,
      attemptId: null,
      isAddressed: true,
    })
  })

  it.each([
    'Позвоните +7 999 000 00 00, ваш счёт заблокирован',
    'Звоните на example.com',
    'Айгуль!',
    'А'.repeat(41),
    '电话',
    'Ай\u202eгуль',
  ])('bring no name that is more than a name: %s', (name) => {
    expect(profileFromData(JSON.stringify({ ...answers, contact: { name } }))?.name).toBeNull()
    const shared = profileFromShared({
      name,
      answers,
      result: classifyResult(answers),
      createdAt: row.created_at,
    })
    expect(shared?.name).toBeNull()
  })

  it.each(['Айгуль', 'Әсем Қызы', 'Анна-Мария', "O'Hara", 'A'.repeat(40)])(
    'may bring the name %s',
    (name) => {
      expect(profileFromData(JSON.stringify({ ...answers, contact: { name } }))?.name).toBe(name)
    },
  )

  it('speak in no words of their own', () => {
    const words = 'Позвоните +7 999, ваш счёт заблокирован'
    const profile = profileFromData(JSON.stringify({ ...answers, healthIssues: [`other:${words}`] }))
    const shown = profile && personalRows(profile)
    expect(shown?.find(({ id }) => id === 'healthIssues')?.value).toBe(optionTexts.healthIssues.other.label)
    expect(JSON.stringify(shown)).not.toContain('999')
  })

  it('may hold a list of goals, as older records do', () => {
    const older = { ...answers, goals: ['sleep', 'energy'] }
    expect(profileFromData(JSON.stringify(older))?.answers.goals).toBe('sleep')
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '{"gender":"x"}',
    '{"__proto__":{"gender":"male"}}',
    '%7B',
    '1e999',
  ])('are refused when unreadable: %s', (text) => {
    expect(profileFromData(text)).toBeNull()
  })
})

describe('a lead', () => {
  it('that the server judged keeps its result', () => {
    expect(profileFromLead(row)).toMatchObject({
      name: 'Айгуль',
      judged: { result: { mainCategory: 'B', subCategory: 'B2', scores: row.scores, rulesVersion: '1' } },
      lead: { id: row.id, ownership: 'linked', createdAt: row.created_at },
    })
  })

  it('that a browser wrote is judged again, whatever category it claims', () => {
    const claimed = { ...row, category: 'AA2', rules_version: null, scores: { A: 999, B: 0, C: 0 } }
    expect(profileFromLead(claimed)?.judged?.result).toEqual(classifyResult(answers))
  })

  it('falls back to A1 when its subcategory is unknown', () => {
    expect(profileFromLead({ ...row, category: 'ZZ9' })?.judged).toMatchObject({
      result: { mainCategory: 'A', subCategory: 'A1' },
      isFallback: true,
    })
    expect(profileFromLead(row)?.judged).not.toHaveProperty('isFallback')
  })

  it('without answers has no result', () => {
    expect(profileFromLead({ ...row, quiz_answers: null })).toMatchObject({ answers: {}, judged: null })
  })

  it.each([[null], ['row'], [{ id: 1 }], [{}]])('that is no lead is refused: %j', (value) => {
    expect(profileFromLead(value)).toBeNull()
  })
})

describe('a shared result', () => {
  it('is shown as the server gave it', () => {
    const result = { ...classifyResult(answers), rulesVersion: '0' }
    const profile = profileFromShared({ name: 'Айгуль', answers, result, createdAt: row.created_at })
    expect(profile).toMatchObject({ name: 'Айгуль', judged: { answers, result } })
  })

  it.each([[null], [{}], [{ answers }], [{ answers: {}, result: {} }]])('is refused when damaged', (body) => {
    expect(profileFromShared(body)).toBeNull()
  })
})

describe('the personal rows', () => {
  it('word every answer', () => {
    const rows = personalRows({ name: 'Айгуль', answers })
    expect(Object.fromEntries(rows.map(({ id, value }) => [id, value]))).toEqual({
      name: 'Айгуль',
      gender: 'Женский',
      age: '40–49',
      height: '165\u00a0см',
      weight: '72,5\u00a0кг',
      bmi: '26,6',
      dietAttempts: expect.stringMatching(/1–2/),
      goals: 'Больше сил',
      healthIssues: 'Усталость, нет сил; колени',
    })
  })

  it('leave out what is not there', () => {
    expect(personalRows({ name: null, answers: { height: 170 } }).map(({ id }) => id)).toEqual(['height'])
    expect(personalRows({ name: null, answers: {} })).toEqual([])
  })
})
