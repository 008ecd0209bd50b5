import { funnelLength, funnelStep } from '@app/domain/analytics/quiz-event'
import type { StepId } from '@app/domain/quiz/steps'
import type { Analytics, QuizMoment } from './analytics.ts'

type Track = Analytics['track']

/** Turns what happens in the quiz into its events. One passage is followed at a time, with the times it takes. */
export function openQuizEvents() {
  let stepShownAt: Date | null = null
  let startedAt: Date | null = null

  function quizStepViewed(track: Track, stepId: StepId, at: Date): void {
    stepShownAt = at
    const step = funnelStep(stepId)
    if (step) track('quiz_step_viewed', step)
  }

  /** The visitor went on from a step; a question is thereby answered, how is not told. */
  function quizStepCompleted(track: Track, stepId: StepId, at: Date): void {
    if (stepId === 'welcome') startedAt = at
    const step = funnelStep(stepId)
    if (!step) return
    track('quiz_step_completed', { ...step, time_on_step_seconds: secondsBetween(stepShownAt, at) })
    const { step_id, step_group } = step
    if (step_group) {
      track('diagnostic_question_answered', { question_id: step_id, question_group: step_group })
    }
  }

  /** The five fields that would tell an answer or the result are sent empty; docs/decisions says why. */
  function quizCompleted(track: Track, at: Date): void {
    track('quiz_completed', {
      category: null,
      gender: null,
      age: null,
      goals: null,
      consultation_interest: null,
      total_time_seconds: secondsBetween(startedAt, at),
      total_steps: funnelLength,
      // The form does not let anybody through without one.
      has_email: true,
    })
  }

  function quizRestarted(track: Track, stepId: StepId): void {
    startedAt = null
    const step = funnelStep(stepId)
    track('quiz_restarted', { step_id: step?.step_id ?? null, step_number: step?.step_number ?? null })
  }

  return (track: Track, moment: QuizMoment, stepId: StepId, at: Date): void => {
    if (moment === 'viewed') quizStepViewed(track, stepId, at)
    else if (moment === 'completed') quizStepCompleted(track, stepId, at)
    else if (moment === 'finished') quizCompleted(track, at)
    else quizRestarted(track, stepId)
  }
}

/** Null when the beginning was not on this page, as after a reload. */
function secondsBetween(from: Date | null, to: Date): number | null {
  return from && Math.round((to.getTime() - from.getTime()) / 1000)
}
