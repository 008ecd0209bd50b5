import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyAnswers } from './answers.arbitrary.ts'
import type { AnswersSoFar, QuizAnswers } from './answers.ts'
import { offeredIssues } from './health-issues.ts'
import * as quiz from './machine.ts'
import { steps, visibleSteps } from './steps.ts'

const specifiedOrder =
  'welcome, gender, age, height, weight, diet-attempts, health-issues, goals, tongue-color, feeling-cold, body-heaviness, unusual-cravings, sleep-feeling, eye-whites-color, dilated-pupils, dominant-emotion, before-menstruation, sleep-problems, after-eating, stop-eating-sweets, doing-everything-right, when-hungry-choose, when-breakdowns-happen, consultation, contact'

/** Answers every step as a visitor with these answers would, and collects the states on the way. */
function walk(answers: QuizAnswers): quiz.QuizState[] {
  let state = quiz.startQuiz()
  const seen = [state]
  while (!state.completed) {
    const step = quiz.currentStep(state)
    if ('key' in step) state = { ...state, answers: { ...state.answers, [step.key]: answers[step.key] } }
    state = quiz.advance(state)
    seen.push(state)
    if (seen.length > steps.length + 1) throw new Error('the quiz does not end')
  }
  return seen
}

describe('the steps', () => {
  it('run in the specified order', () => {
    expect(steps.map((step) => step.id).join(', ')).toBe(specifiedOrder)
  })

  it.each([
    ['female', 25],
    ['male', 24],
    [undefined, 24],
  ] as const)('for %s are %i', (gender, count) => {
    const answers: AnswersSoFar = { healthIssues: ['none'], ...(gender && { gender }) }
    expect(visibleSteps(answers)).toHaveLength(count)
  })
})

describe('the quiz', () => {
  it('takes anyone from the welcome to the end, one step at a time', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const states = walk(answers)
        expect(states).toHaveLength(answers.gender === 'female' ? 26 : 25)
        for (const state of states) {
          const { position, total, percent } = quiz.progress(state)
          expect(percent).toBe(Math.round((100 * position) / total))
          expect(quiz.isStarted(state)).toBe(position > 1)
        }
        expect(quiz.progress(states.at(-1) ?? quiz.startQuiz()).percent).toBe(100)
      }),
      { numRuns: 50 },
    )
  })

  it('promises no number of steps that an answer makes untrue, and its percent never falls', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const told = walk(answers).map(quiz.progress)
        const last = told.at(-1)?.total ?? 0
        for (const { minTotal, total } of told) {
          expect(minTotal).toBeLessThanOrEqual(last)
          expect(total).toBeGreaterThanOrEqual(last)
        }
        expect(told.slice(2).every(({ minTotal, total }) => minTotal === last && total === last)).toBe(true)
        expect(told.map(({ percent }) => percent)).toEqual(
          told.map(({ percent }) => percent).toSorted((one, other) => one - other),
        )
      }),
      { numRuns: 50 },
    )
  })

  it('goes back over the same steps and never below the first', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const there = walk(answers).slice(0, -1)
        let state = there.at(-1) ?? quiz.startQuiz()
        for (const expected of there.toReversed()) {
          expect(state.stepId).toBe(expected.stepId)
          state = quiz.goBack(state)
        }
        expect(state.stepId).toBe('welcome')
        expect(quiz.goBack(state)).toEqual(state)
      }),
      { numRuns: 30 },
    )
  })

  it('stays on a required question without an answer', () => {
    const asked = quiz.advance(quiz.startQuiz())
    expect(asked.stepId).toBe('gender')
    expect(quiz.canAdvance(asked)).toBe(false)
    expect(quiz.advance(asked)).toBe(asked)
  })

  it('lets a woman skip the optional question', () => {
    const state = {
      ...quiz.startQuiz(),
      stepId: 'before-menstruation',
      answers: { gender: 'female', healthIssues: ['none'] },
    } as const
    expect(quiz.advance({ ...state, answers: { gender: 'female', healthIssues: ['none'] } }).stepId).toBe(
      'sleep-problems',
    )
  })

  it('offers men nothing that only women have, and drops it when the gender changes', () => {
    expect(offeredIssues('female')).toContain('pmsMenopause')
    expect(offeredIssues('male')).not.toContain('pmsMenopause')
    const named = (id: 'pmsMenopause' | 'anxiety', state = quiz.startQuiz()) =>
      quiz.choose(quiz.toggleHealthIssue(state, id), 'gender', 'male').answers.healthIssues
    expect(named('pmsMenopause')).toEqual(['none'])
    expect(named('anxiety', quiz.toggleHealthIssue(quiz.startQuiz(), 'pmsMenopause'))).toEqual(['anxiety'])
  })

  it('drops the answer only women give when the gender changes', () => {
    let state = quiz.choose(quiz.startQuiz(), 'gender', 'female')
    state = quiz.choose(state, 'beforeMenstruation', '2')
    expect(quiz.choose(state, 'age', '30-39').answers.beforeMenstruation).toBe('2')
    expect(quiz.choose(state, 'gender', 'male').answers).not.toHaveProperty('beforeMenstruation')
  })

  it('shows no step that an unanswered one stands before', () => {
    fc.assert(
      fc.property(anyAnswers, fc.constantFrom(...steps), fc.nat(24), (answers, wanted, answered) => {
        const reached = walk(answers)[Math.min(answered, 23)] ?? quiz.startQuiz()
        const shown = quiz.goTo(reached, wanted.id)
        const before = visibleSteps(shown.answers).slice(0, quiz.stepIndex(shown))
        for (const step of before) expect(quiz.canAdvance({ ...shown, stepId: step.id })).toBe(true)
      }),
    )
  })

  it('starts with nothing answered', () => {
    expect(quiz.startQuiz()).toEqual({
      stepId: 'welcome',
      answers: { healthIssues: ['none'] },
      completed: false,
    })
  })
})
