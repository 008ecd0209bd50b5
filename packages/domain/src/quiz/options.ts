/**
 * The stored values of all options, in display order (specification, section 3). `@app/content` has
 * their labels.
 */
export const quizOptions = {
  gender: ['female', 'male'],
  age: ['under-30', '30-39', '40-49', '50-59', '60+'],
  dietAttempts: ['never', '1-2', '3-more'],
  healthIssues: [
    'fatigue',
    'swelling',
    'sleepIssues',
    'anxiety',
    'digestion',
    'insulinResistance',
    'thyroid',
    'pmsMenopause',
    'other',
    'none',
  ],
  goals: ['weightLoss', 'energy', 'calmness', 'sleep', 'digestion'],
  tongueColor: ['1', '2', '3', '4', '5', '6'],
  feelingCold: ['0', '1', '2'],
  bodyHeaviness: ['0', '1', '2'],
  unusualCravings: ['0', '1', '2'],
  sleepFeeling: ['0', '1', '2'],
  eyeWhitesColor: ['0', '1', '2'],
  dilatedPupils: ['0', '1', '2'],
  dominantEmotion: ['0', '1', '2'],
  beforeMenstruation: ['0', '1', '2'],
  sleepProblems: ['0', '1', '2'],
  afterEating: ['0', '1'],
  stopEatingSweets: ['0', '1', '2'],
  doingEverythingRight: ['0', '1', '2'],
  whenHungryChoose: ['0', '1', '2'],
  whenBreakdownsHappen: ['0', '1', '2'],
  consultation: ['yes', 'maybe', 'no'],
} as const

type QuizOptions = typeof quizOptions
/** A question with options. */
export type ChoiceKey = keyof QuizOptions
export type OptionOf<K extends ChoiceKey> = QuizOptions[K][number]
/** A question with exactly one answer. */
export type SingleChoiceKey = Exclude<ChoiceKey, 'healthIssues'>

export type Gender = OptionOf<'gender'>
export type AgeBand = OptionOf<'age'>
export type HealthIssueId = OptionOf<'healthIssues'>

/** A stored health issue. `other` may carry free text: `other:…`. */
export type HealthIssue = HealthIssueId | `other:${string}`
