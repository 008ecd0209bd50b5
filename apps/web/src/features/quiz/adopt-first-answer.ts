import { advance, autoAdvanceMs, choose } from '@app/domain/quiz/machine'
import { quizOptions } from '@app/domain/quiz/options'
import { trackQuizStep } from '#web/lib/analytics/analytics.ts'
import { adoptPlace } from './history/step-history.ts'
import { goToNextStep } from './store/quiz-actions.ts'
import { quizStore } from './store/use-quiz.ts'

/** The address of the first question while HTML alone asks it. */
export const firstQuestionId = 'gender'

/**
 * Takes over what was pressed in the first question before React was here: the question on screen,
 * and its answer, which goes on after the usual pause. Called once, before React hydrates the page.
 */
export function adoptFirstAnswer(): void {
  if (location.pathname !== '/' || location.hash !== `#${firstQuestionId}`) return
  adoptPlace(history, 'gender', location.pathname + location.search)
  if (quizStore.get().quiz.stepId !== 'welcome') return
  const chosen = document.querySelector<HTMLInputElement>(`#${firstQuestionId} input:checked`)?.value
  const answer = quizOptions.gender.find((option) => option === chosen)
  quizStore.change(advance)
  trackQuizStep('viewed', 'welcome')
  trackQuizStep('completed', 'welcome')
  if (!answer) return
  quizStore.change((quiz) => choose(quiz, 'gender', answer))
  setTimeout(() => {
    const { stepId, answers } = quizStore.get().quiz
    if (stepId === 'gender' && answers.gender === answer) goToNextStep()
  }, autoAdvanceMs)
}
