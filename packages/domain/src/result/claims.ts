import type { QuizAnswers } from '../quiz/answers.ts'
import type { Category } from './categories.ts'
import { isCircumstance, isHealthy } from './healthy.ts'
import {
  allConcerns,
  type Concern,
  foodNeverWaits,
  foodRulesWait,
  loadWaits,
  nothingSold,
  weightStays,
} from './medical-red-flags.ts'
import { bmiPoints, choicePoints, healthIssuePoints, type Points } from './points.ts'
import { areaSigns } from './problem-areas.ts'
import { mayBeNamed, type Said, saidBy } from './said.ts'
import { stressProfile } from './stress-profile.ts'

/**
 * What makes a sentence of a result true of its reader: of every list in `all` at least one is said, and nothing of `unless`.
 */
type Claim = { all: readonly (readonly Said[])[]; unless?: readonly Said[] }

const any = (...said: Said[]): Claim => ({ all: [said] })

const aboveNormal = ['bmi:25-26.9', 'bmi:27-29.9', 'bmi:30-34.9', 'bmi:from-35'] as const
const told = (concerns: readonly Concern[]) => concerns.map((concern) => `concern:${concern}` as const)
const weightIsKept = told(weightStays)
const loadIsAsked = told(loadWaits)
const doctorIsAsked = told(allConcerns)
const foodIsFree = told(foodRulesWait)
const foodIsAtOnce = told(foodNeverWaits)
const nothingIsSold = told(nothingSold)

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
 * Every claim that a sentence of the six results makes about whoever reads it, and the answers that say it. Content names the
 * claim beside its sentence, and a sentence is shown only where its claim holds.
 */
const claims = {
  // Strength and the body
  wakesTired: any('sleepFeeling:2'),
  namedFatigue: { all: [['healthIssues:fatigue']], unless: ['sleepFeeling:2'] },
  sleepyAfterMeals: any('afterEating:1'),
  weaker: any('healthIssues:fatigue', 'sleepFeeling:2'),
  unevenEnergy: any(
    'healthIssues:fatigue',
    'sleepFeeling:2',
    'afterEating:1',
    'bodyHeaviness:1',
    'bodyHeaviness:2',
  ),
  coldSometimes: any('feelingCold:1'),
  coldOften: any('feelingCold:2'),
  mayFlush: { all: [], unless: ['feelingCold:2'] },
  heavySometimes: any('bodyHeaviness:1'),
  heavyOften: any('bodyHeaviness:2'),
  swollen: any('healthIssues:swelling'),
  troubledDigestion: any('healthIssues:digestion'),
  manyComplaints: any('healthIssues:many'),

  // Weight
  slightlyAboveNormal: { all: [['bmi:25-26.9']], unless: weightIsKept },
  aboveNormal: { all: [['bmi:27-29.9', 'bmi:30-34.9', 'bmi:from-35']], unless: weightIsKept },
  normalWeight: { all: [['bmi:18.5-24.9']], unless: weightIsKept },
  mayLose: { all: [aboveNormal], unless: weightIsKept },
  keepsWeight: any('bmi:under-18.5', 'bmi:18.5-24.9', ...weightIsKept),
  mayTalkOfWeight: { all: [], unless: weightIsKept },
  shouldEatMore: any('concern:underweight'),
  dietedOften: { all: [['dietAttempts:3-more']], unless: weightIsKept },
  loadedAndDieted: { all: [['healthIssues:many'], ['dietAttempts:3-more']], unless: weightIsKept },

  // Movement
  mayLoad: { all: [], unless: loadIsAsked },
  asksBeforeLoad: any(...loadIsAsked),

  // Rules about food, which harm whoever has an eating disorder or weighs too little, and
  // pauses before it
  mayRuleFood: { all: [], unless: foodIsFree },
  eatsFreely: any(...foodIsFree),
  mayPause: { all: [], unless: foodIsAtOnce },
  eatsAtOnce: any(...foodIsAtOnce),

  // A doctor, before anything is begun or not
  afterDoctor: any(...doctorIsAsked),
  mayBegin: { all: [], unless: doctorIsAsked },

  // Strain and sleep
  anxious: any('dominantEmotion:1', 'healthIssues:anxiety'),
  tense: any('dominantEmotion:2'),
  strained: any('dominantEmotion:1', 'dominantEmotion:2', 'healthIssues:anxiety'),
  sometimesBrokenNights: any('sleepProblems:1'),
  brokenNights: any('sleepProblems:2'),
  namedSleep: { all: [['healthIssues:sleepIssues']], unless: ['sleepProblems:1', 'sleepProblems:2'] },
  sleepsBadly: any(...sleepComplaints),
  sleepsWell: { all: [], unless: sleepComplaints },

  // The cycle
  afterForty: { all: [['gender:female'], ['age:40-49', 'age:50-59', 'age:60+']] },
  mayHaveCycle: { all: [], unless: ['age:60+'] },
  afterSixty: any('age:60+'),
  feelsCycle: any('beforeMenstruation:1', 'beforeMenstruation:2'),
  namedPmsMenopause: any('healthIssues:pmsMenopause'),

  // Food
  eatsWhatIsAtHand: any('whenHungryChoose:1'),
  eatsSweetsForHunger: any('whenHungryChoose:2'),
  breaksInTheEvening: any('whenBreakdownsHappen:1'),
  eatsForComfort: any('whenBreakdownsHappen:2'),
  hardToStop: any('stopEatingSweets:2'),
  stopsSometimes: any('stopEatingSweets:1'),
  cravesSometimes: any('unusualCravings:1'),
  cravesOften: any('unusualCravings:2'),
  unevenFood: any(...foodComplaints),
  evenFood: { all: [], unless: foodComplaints },

  // Effort
  triesLong: any('doingEverythingRight:2'),
  triesSometimes: any('doingEverythingRight:1'),
  tries: any('doingEverythingRight:1', 'doingEverythingRight:2'),

  // A consultation
  mayConsult: { all: [['consultation:yes', 'consultation:maybe']], unless: nothingIsSold },
  withoutConsultation: any('consultation:no', ...nothingIsSold),
} as const satisfies Record<string, Claim>

export type ClaimId = keyof typeof claims
export const claimIds = Object.keys(claims) as ClaimId[]

/** The answers any of which may say a claim. */
export function saying(id: ClaimId): readonly Said[] {
  const claim: Claim = claims[id]
  return claim.all.flat()
}

/** Tells which claims are true of whoever gave these answers. */
export function claimsOf(answers: QuizAnswers): (claim: ClaimId) => boolean {
  const said = saidBy(answers)
  return (id) => {
    const claim: Claim = claims[id]
    return (
      claim.all.every((ways) => ways.some((way) => said.has(way))) &&
      !(claim.unless ?? []).some((not) => said.has(not))
    )
  }
}

/** Those that A is about. Food and its cravings are what C is about, and digestion is of both. */
const metabolicAreas = ['energy', 'sugar', 'weight', 'swelling', 'heaviness', 'warmth', 'thyroid'] as const

/**
 * What a category's name claims: that metabolism lacks support, nerves lack rest, food lacks a regime. Of A's areas two signs score
 * nothing for A, a weight slightly above normal and sweets that are hard to stop: they stand there with their area and name nothing.
 */
const named: Readonly<Record<Category, readonly Said[]>> = {
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

/** One faint sign, such as sometimes waking at night, gives a point; a category is called by its name from here on. */
const namedFrom = 2

/**
 * The way a result may speak: `well` when no answer complains of anything, `named` when the answers
 * say what the category's name says, else `plain`, of the direction alone. A weight that may not be
 * spoken of names nothing; and nobody whose strain card says that they are calm is told that their
 * nerves need a rest, however they sleep.
 */
export type Tone = 'well' | 'named' | 'plain'

export function toneOf(category: Category, answers: QuizAnswers): Tone {
  const said = saidBy(answers)
  if ([...said].every((one) => isCircumstance(one) || isHealthy(one))) return 'well'
  if (category === 'B' && stressProfile(answers).kind === 'calm') return 'plain'
  const isNamed = mayBeNamed(answers)
  const points = named[category].reduce(
    (sum, one) => (isNamed(one) ? sum + (pointsOf(one)[category] ?? 0) : sum),
    0,
  )
  return points >= namedFrom ? 'named' : 'plain'
}

function pointsOf(said: Said): Points {
  const [key = '', value = ''] = said.split(':')
  const table: Readonly<Record<string, Readonly<Record<string, Points>>>> = {
    ...choicePoints,
    healthIssues: healthIssuePoints,
    bmi: bmiPoints,
  }
  return table[key]?.[value] ?? {}
}
