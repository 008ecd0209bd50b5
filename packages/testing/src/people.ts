import type { QuizAnswers } from '@app/domain/quiz/answers'

/** A small cast of invented people, each with a habit. Their addresses are made anew for every journey. */
export type Person = { name: string; phone: string; answers: QuizAnswers }

/** Takes the whole quiz, 25 steps, and is worn out: her result is A2. */
export const aigerim: Person = {
  name: 'Айгерим',
  phone: '+77010000001',
  answers: {
    gender: 'female',
    age: '40-49',
    height: 165,
    weight: 82.5,
    dietAttempts: '3-more',
    healthIssues: ['fatigue', 'swelling', 'digestion', 'thyroid'],
    goals: 'energy',
    tongueColor: '5',
    feelingCold: '2',
    bodyHeaviness: '2',
    unusualCravings: '1',
    sleepFeeling: '2',
    eyeWhitesColor: '2',
    dilatedPupils: '0',
    dominantEmotion: '0',
    beforeMenstruation: '0',
    sleepProblems: '0',
    afterEating: '1',
    stopEatingSweets: '0',
    doingEverythingRight: '0',
    whenHungryChoose: '0',
    whenBreakdownsHappen: '0',
    consultation: 'yes',
  },
}

/** Takes the 24 steps of a man, eats late and sweet: his result is C2. */
export const timur: Person = {
  name: 'Тимур',
  phone: '+77010000002',
  answers: {
    gender: 'male',
    age: '30-39',
    height: 181,
    weight: 86,
    dietAttempts: '1-2',
    healthIssues: ['none'],
    goals: 'weightLoss',
    tongueColor: '1',
    feelingCold: '0',
    bodyHeaviness: '0',
    unusualCravings: '2',
    sleepFeeling: '0',
    eyeWhitesColor: '0',
    dilatedPupils: '0',
    dominantEmotion: '0',
    sleepProblems: '0',
    afterEating: '0',
    stopEatingSweets: '2',
    doingEverythingRight: '1',
    whenHungryChoose: '2',
    whenBreakdownsHappen: '1',
    consultation: 'no',
  },
}

let count = 0

/** An address nobody had before, in a domain reserved for examples (RFC 2606). */
export function freshEmail(person: Person): string {
  const login = person === aigerim ? 'aigerim' : 'timur'
  return `${login}.${Date.now().toString(36)}${(count++).toString(36)}${Math.random().toString(36).slice(2, 6)}@example.kz`
}
