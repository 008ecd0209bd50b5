import type { AnswersSoFar, NumberKey } from './answers.ts'
import type { SingleChoiceKey } from './options.ts'

/** The question groups of analytics (specification, section 2). */
export type QuestionGroup = 'physical' | 'emotional' | 'behavioural'

type StepBase = { id: string; group: QuestionGroup | null }
export type WelcomeStep = StepBase & { type: 'welcome' }
export type SingleChoiceStep = StepBase & {
  type: 'single-choice'
  key: SingleChoiceKey
  optional?: true
  onlyFor?: 'female'
}
export type MultiChoiceStep = StepBase & { type: 'multi-choice'; key: 'healthIssues' }
export type NumberStep = StepBase & { type: 'number-input'; key: NumberKey }
export type ContactStep = StepBase & { type: 'contact-form' }

/** The 25 steps in order. No step's visibility depends on a later step. */
export const steps = [
  { id: 'welcome', type: 'welcome', group: null },
  { id: 'gender', type: 'single-choice', key: 'gender', group: 'physical' },
  { id: 'age', type: 'single-choice', key: 'age', group: 'physical' },
  { id: 'height', type: 'number-input', key: 'height', group: 'physical' },
  { id: 'weight', type: 'number-input', key: 'weight', group: 'physical' },
  { id: 'diet-attempts', type: 'single-choice', key: 'dietAttempts', group: 'behavioural' },
  { id: 'health-issues', type: 'multi-choice', key: 'healthIssues', group: 'physical' },
  { id: 'goals', type: 'single-choice', key: 'goals', group: 'behavioural' },
  { id: 'tongue-color', type: 'single-choice', key: 'tongueColor', group: 'physical' },
  { id: 'feeling-cold', type: 'single-choice', key: 'feelingCold', group: 'physical' },
  { id: 'body-heaviness', type: 'single-choice', key: 'bodyHeaviness', group: 'physical' },
  { id: 'unusual-cravings', type: 'single-choice', key: 'unusualCravings', group: 'behavioural' },
  { id: 'sleep-feeling', type: 'single-choice', key: 'sleepFeeling', group: 'physical' },
  { id: 'eye-whites-color', type: 'single-choice', key: 'eyeWhitesColor', group: 'physical' },
  { id: 'dilated-pupils', type: 'single-choice', key: 'dilatedPupils', group: 'physical' },
  { id: 'dominant-emotion', type: 'single-choice', key: 'dominantEmotion', group: 'emotional' },
  {
    id: 'before-menstruation',
    type: 'single-choice',
    key: 'beforeMenstruation',
    group: 'emotional',
    optional: true,
    onlyFor: 'female',
  },
  { id: 'sleep-problems', type: 'single-choice', key: 'sleepProblems', group: 'emotional' },
  { id: 'after-eating', type: 'single-choice', key: 'afterEating', group: 'behavioural' },
  { id: 'stop-eating-sweets', type: 'single-choice', key: 'stopEatingSweets', group: 'behavioural' },
  { id: 'doing-everything-right', type: 'single-choice', key: 'doingEverythingRight', group: 'behavioural' },
  { id: 'when-hungry-choose', type: 'single-choice', key: 'whenHungryChoose', group: 'behavioural' },
  { id: 'when-breakdowns-happen', type: 'single-choice', key: 'whenBreakdownsHappen', group: 'emotional' },
  { id: 'consultation', type: 'single-choice', key: 'consultation', group: 'behavioural' },
  { id: 'contact', type: 'contact-form', group: null },
] as const satisfies readonly (WelcomeStep | SingleChoiceStep | MultiChoiceStep | NumberStep | ContactStep)[]

export type Step = (typeof steps)[number]
export type StepId = Step['id']

const stepIds: ReadonlySet<string> = new Set(steps.map((step) => step.id))

export function isStepId(value: unknown): value is StepId {
  return typeof value === 'string' && stepIds.has(value)
}

export function getStep(id: StepId): Step {
  return steps[steps.findIndex((step) => step.id === id)] as Step
}

/** Returns the visitor's steps: `before-menstruation` is for women only. */
export function visibleSteps(answers: AnswersSoFar): readonly Step[] {
  return steps.filter((step) => !('onlyFor' in step) || answers.gender === step.onlyFor)
}
