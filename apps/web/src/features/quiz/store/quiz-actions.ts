import { advance, goBack, goTo, type QuizState } from '@app/domain/quiz/machine'
import { trackQuizStep } from '#web/lib/analytics/analytics.ts'
import { popPlace, pushPlaces } from '../history/step-history.ts'
import { placesAfterFirst } from '../history/use-step-history.ts'
import { quizStore } from './use-quiz.ts'

/** Goes on to the next step, as a new entry of the browser's history. Does nothing while the step is unanswered. */
export function goToNextStep(): void {
  changeQuiz(advance)
}

/** Goes on from the first screen with an attempt that was left: to the first question that is still open. */
export function resumeAttempt(): void {
  changeQuiz((quiz) => goTo(quiz, 'contact'))
}

function changeQuiz(next: (quiz: QuizState) => QuizState): void {
  const before = quizStore.get().quiz.stepId
  quizStore.change(next)
  const after = quizStore.get().quiz.stepId
  if (after === before) return
  pushPlaces(history, before === 'welcome' ? placesAfterFirst() : [after])
  trackQuizStep('completed', before)
}

/** Goes back through the browser's history. */
export function stepBack(): void {
  if (!popPlace(history)) quizStore.change(goBack)
}

/** Records an answer. */
export function recordAnswer(next: (quiz: QuizState) => QuizState): void {
  quizStore.change(next)
}
