import { funnelLength, funnelStep } from '@app/domain/analytics/quiz-event'
import type { StepId } from '@app/domain/quiz/steps'
import type { Analytics, QuizMoment } from './analytics.ts'

type Track = Analytics['track']

/**
 * Maps quiz actions to events with durations. A step is completed when another reported one
 * appears.
 */
export function createQuizEvents() {
  let shown: { id: StepId; at: Date | null } | null = null
  let wentOn = false
  let startedAt: Date | null = null

  function quizStepViewed(track: Track, stepId: StepId, at: Date): void {
    const step = funnelStep(stepId)
    if (step.step_id === shown?.id) {
      wentOn = false
      return
    }
    tellCompleted(track, at)
    shown = { id: step.step_id, at }
    track('quiz_step_viewed', step)
  }

  function quizStepCompleted(stepId: StepId, at: Date): void {
    if (stepId === 'welcome') startedAt = at
    const { step_id: id } = funnelStep(stepId)
    // Advanced before this script loaded.
    if (shown?.id !== id) shown = { id, at: null }
    wentOn = true
  }

  /** Tracks a completed step, without the answer. */
  function tellCompleted(track: Track, at: Date): void {
    if (!wentOn || !shown) return
    wentOn = false
    const step = funnelStep(shown.id)
    track('quiz_step_completed', { ...step, time_on_step_seconds: secondsBetween(shown.at, at) })
    const { step_id, step_group } = step
    if (step_group) {
      track('diagnostic_question_answered', { question_id: step_id, question_group: step_group })
    }
  }

  /** The five fields that would reveal answers stay empty (docs/decisions/analytics.md). */
  function quizCompleted(track: Track, at: Date): void {
    tellCompleted(track, at)
    shown = null
    track('quiz_completed', {
      category: null,
      gender: null,
      age: null,
      goals: null,
      consultation_interest: null,
      total_time_seconds: secondsBetween(startedAt, at),
      total_steps: funnelLength,
      // The form requires an e-mail.
      has_email: true,
    })
  }

  function quizRestarted(track: Track, stepId: StepId): void {
    startedAt = null
    shown = null
    wentOn = false
    const { step_id, step_number } = funnelStep(stepId)
    track('quiz_restarted', { step_id, step_number })
  }

  return (track: Track, moment: QuizMoment, stepId: StepId, at: Date): void => {
    if (moment === 'viewed') quizStepViewed(track, stepId, at)
    else if (moment === 'completed') quizStepCompleted(stepId, at)
    else if (moment === 'finished') quizCompleted(track, at)
    else if (moment === 'restarted') quizRestarted(track, stepId)
  }
}

/** Null after a reload. */
function secondsBetween(from: Date | null, to: Date): number | null {
  return from && Math.round((to.getTime() - from.getTime()) / 1000)
}
