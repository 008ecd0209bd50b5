import type { QuizAnswers } from '../quiz/answers.ts'
import { type AnswerFact, answerFacts, createNameableCheck } from './answer-facts.ts'
import type { Category } from './categories.ts'
import { isCircumstance, isHealthy } from './healthy.ts'
import {
  allConcerns,
  type Concern,
  concernsAgainstExertion,
  concernsAgainstFasting,
  concernsAgainstFoodRules,
  concernsAgainstWeightLoss,
  salesBlockers,
} from './medical-red-flags.ts'
import { bmiPoints, choicePoints, healthIssuePoints, type Points } from './points.ts'
import { areaSigns } from './problem-areas.ts'
import { stressProfile } from './stress-profile.ts'

/** The conditions of a claim: at least one fact of each list in `all`, and none of `unless`. */
type ClaimConditions = { all: readonly (readonly AnswerFact[])[]; unless?: readonly AnswerFact[] }

const anyOf = (...said: AnswerFact[]): ClaimConditions => ({ all: [said] })

const aboveNormal = ['bmi:25-26.9', 'bmi:27-29.9', 'bmi:30-34.9', 'bmi:from-35'] as const
const toAnswerFacts = (concerns: readonly Concern[]) =>
  concerns.map((concern) => `concern:${concern}` as const)
const weightLossExcluded = toAnswerFacts(concernsAgainstWeightLoss)
const exertionExcluded = toAnswerFacts(concernsAgainstExertion)
const doctorNeeded = toAnswerFacts(allConcerns)
const foodRulesExcluded = toAnswerFacts(concernsAgainstFoodRules)
const fastingExcluded = toAnswerFacts(concernsAgainstFasting)
const salesExcluded = toAnswerFacts(salesBlockers)

const sleepComplaints = [
  'sleepProblems:1',
  'sleepProblems:2',
  'sleepFeeling:2',
  'healthIssues:sleepIssues',
] as const
const foodComplaints = [
  'whenHungryChoose:1',
  'whenHungryChoose:2',
  'whenBreakdownsHappen:1',
  'whenBreakdownsHappen:2',
  'stopEatingSweets:1',
  'stopEatingSweets:2',
  'unusualCravings:1',
  'unusualCravings:2',
  'concern:eatingDisorder',
] as const

/**
 * The claims of the result texts and the facts that support them. A sentence is shown only when its
 * claim holds.
 */
const claims = {
  // Strength and the body
  wakesTired: anyOf('sleepFeeling:2'),
  namedFatigue: { all: [['healthIssues:fatigue']], unless: ['sleepFeeling:2'] },
  sleepyAfterMeals: anyOf('afterEating:1'),
  weaker: anyOf('healthIssues:fatigue', 'sleepFeeling:2'),
  unevenEnergy: anyOf(
    'healthIssues:fatigue',
    'sleepFeeling:2',
    'afterEating:1',
    'bodyHeaviness:1',
    'bodyHeaviness:2',
  ),
  coldSometimes: anyOf('feelingCold:1'),
  coldOften: anyOf('feelingCold:2'),
  mayFlush: { all: [], unless: ['feelingCold:2'] },
  heavySometimes: anyOf('bodyHeaviness:1'),
  heavyOften: anyOf('bodyHeaviness:2'),
  swollen: anyOf('healthIssues:swelling'),
  troubledDigestion: anyOf('healthIssues:digestion'),
  manyComplaints: anyOf('healthIssues:many'),

  // Weight
  slightlyAboveNormal: { all: [['bmi:25-26.9']], unless: weightLossExcluded },
  aboveNormal: { all: [['bmi:27-29.9', 'bmi:30-34.9', 'bmi:from-35']], unless: weightLossExcluded },
  normalWeight: { all: [['bmi:18.5-24.9']], unless: weightLossExcluded },
  mayLose: { all: [aboveNormal], unless: weightLossExcluded },
  keepsWeight: anyOf('bmi:under-18.5', 'bmi:18.5-24.9', ...weightLossExcluded),
  mayTalkOfWeight: { all: [], unless: weightLossExcluded },
  shouldEatMore: anyOf('concern:underweight'),
  dietedOften: { all: [['dietAttempts:3-more']], unless: weightLossExcluded },
  loadedAndDieted: { all: [['healthIssues:many'], ['dietAttempts:3-more']], unless: weightLossExcluded },

  // Movement
  mayLoad: { all: [], unless: exertionExcluded },
  asksBeforeLoad: anyOf(...exertionExcluded),

  // Rules about food, which harm whoever has an eating disorder or weighs too little, and
  // pauses before it
  mayRuleFood: { all: [], unless: foodRulesExcluded },
  eatsFreely: anyOf(...foodRulesExcluded),
  mayPause: { all: [], unless: fastingExcluded },
  eatsAtOnce: anyOf(...fastingExcluded),

  // A doctor, before anything is begun or not
  afterDoctor: anyOf(...doctorNeeded),
  mayBegin: { all: [], unless: doctorNeeded },

  // Strain and sleep
  anxious: anyOf('dominantEmotion:1', 'healthIssues:anxiety'),
  tense: anyOf('dominantEmotion:2'),
  strained: anyOf('dominantEmotion:1', 'dominantEmotion:2', 'healthIssues:anxiety'),
  sometimesBrokenNights: anyOf('sleepProblems:1'),
  brokenNights: anyOf('sleepProblems:2'),
  namedSleep: { all: [['healthIssues:sleepIssues']], unless: ['sleepProblems:1', 'sleepProblems:2'] },
  sleepsBadly: anyOf(...sleepComplaints),
  sleepsWell: { all: [], unless: sleepComplaints },

  // The cycle
  afterForty: { all: [['gender:female'], ['age:40-49', 'age:50-59', 'age:60+']] },
  mayHaveCycle: { all: [], unless: ['age:60+'] },
  afterSixty: anyOf('age:60+'),
  feelsCycle: anyOf('beforeMenstruation:1', 'beforeMenstruation:2'),
  namedPmsMenopause: anyOf('healthIssues:pmsMenopause'),

  // Food
  eatsWhatIsAtHand: anyOf('whenHungryChoose:1'),
  eatsSweetsForHunger: anyOf('whenHungryChoose:2'),
  breaksInTheEvening: anyOf('whenBreakdownsHappen:1'),
  eatsForComfort: anyOf('whenBreakdownsHappen:2'),
  hardToStop: anyOf('stopEatingSweets:2'),
  stopsSometimes: anyOf('stopEatingSweets:1'),
  cravesSometimes: anyOf('unusualCravings:1'),
  cravesOften: anyOf('unusualCravings:2'),
  unevenFood: anyOf(...foodComplaints),
  evenFood: { all: [], unless: foodComplaints },

  // Effort
  triesLong: anyOf('doingEverythingRight:2'),
  triesSometimes: anyOf('doingEverythingRight:1'),
  tries: anyOf('doingEverythingRight:1', 'doingEverythingRight:2'),

  // A consultation
  mayConsult: { all: [['consultation:yes', 'consultation:maybe']], unless: salesExcluded },
  withoutConsultation: anyOf('consultation:no', ...salesExcluded),
} as const satisfies Record<string, ClaimConditions>

export type ClaimId = keyof typeof claims
export const claimIds = Object.keys(claims) as ClaimId[]

/** Returns the facts that may support a claim. */
export function factsOfClaim(id: ClaimId): readonly AnswerFact[] {
  const claim: ClaimConditions = claims[id]
  return claim.all.flat()
}

/** Returns a check for the claims that hold for these answers. */
export function createClaimCheck(answers: QuizAnswers): (claim: ClaimId) => boolean {
  const said = answerFacts(answers)
  return (id) => {
    const claim: ClaimConditions = claims[id]
    return (
      claim.all.every((ways) => ways.some((way) => said.has(way))) &&
      !(claim.unless ?? []).some((not) => said.has(not))
    )
  }
}

/** The problem areas of category A. */
const metabolicAreas = ['energy', 'sugar', 'weight', 'swelling', 'heaviness', 'warmth', 'thyroid'] as const

/**
 * The facts that justify a category's name: metabolism without support, nerves without rest, food
 * without a regime.
 */
const namedFacts: Readonly<Record<Category, readonly AnswerFact[]>> = {
  A: metabolicAreas.flatMap((area) => areaSigns[area]),
  B: [
    'healthIssues:fatigue',
    'healthIssues:anxiety',
    'healthIssues:sleepIssues',
    'healthIssues:pmsMenopause',
    'sleepFeeling:2',
    'sleepProblems:1',
    'sleepProblems:2',
    'dominantEmotion:1',
    'dominantEmotion:2',
    'beforeMenstruation:1',
    'beforeMenstruation:2',
    'whenBreakdownsHappen:2',
  ],
  C: [
    'whenHungryChoose:1',
    'whenHungryChoose:2',
    'stopEatingSweets:1',
    'stopEatingSweets:2',
    'unusualCravings:1',
    'unusualCravings:2',
    'whenBreakdownsHappen:1',
    'whenBreakdownsHappen:2',
  ],
}

/** The minimum number of facts, because one faint sign is not enough. */
const minNamedFacts = 2

/**
 * The tone of a result: `well` without complaints, `named` when the facts justify the category's
 * name, else `plain`.
 */
export type Tone = 'well' | 'named' | 'plain'

export function toneOf(category: Category, answers: QuizAnswers): Tone {
  const said = answerFacts(answers)
  if ([...said].every((one) => isCircumstance(one) || isHealthy(one))) return 'well'
  if (category === 'B' && stressProfile(answers).kind === 'calm') return 'plain'
  const isNamed = createNameableCheck(answers)
  const points = namedFacts[category].reduce(
    (sum, one) => (isNamed(one) ? sum + (pointsOf(one)[category] ?? 0) : sum),
    0,
  )
  return points >= minNamedFacts ? 'named' : 'plain'
}

function pointsOf(said: AnswerFact): Points {
  const [key = '', value = ''] = said.split(':')
  const table: Readonly<Record<string, Readonly<Record<string, Points>>>> = {
    ...choicePoints,
    healthIssues: healthIssuePoints,
    bmi: bmiPoints,
  }
  return table[key]?.[value] ?? {}
}
