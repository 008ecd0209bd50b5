import { advance, currentStep, goBack, goTo, type QuizState } from '@app/domain/quiz/machine'
import type { StepId } from '@app/domain/quiz/steps'
import { tellQuiz } from '#web/lib/analytics/analytics.ts'
import { afterPaint, doNow } from '#web/lib/page/after-paint.ts'
import { popPlace, pushPlaces } from '../history/step-history.ts'
import { wayFromFirst } from '../history/use-step-history.ts'
import { lookAtPageTop } from '../steps/page-top.ts'
import { measureAhead, showAhead } from '../steps/step-ahead.ts'
import { quizStore } from './use-quiz.ts'

/** Goes on to the next step, as a new entry of the browser's history. Does nothing while the step is unanswered. */
export function goOn(): void {
  move(advance)
}

/** Goes on from the first screen with an attempt that was left: to the first question that is still open. */
export function resume(): void {
  move((quiz) => goTo(quiz, 'contact'))
}

function move(next: (quiz: QuizState) => QuizState): void {
  doNow()
  clearTimeout(measuring)
  lookAtPageTop()
  const before = quizStore.get().quiz
  const after = next(before)
  // The step takes the focus away with it. Taken off in time, that costs no layout of a page that is half another one.
  if (after.stepId !== before.stepId) (document.activeElement as HTMLElement | null)?.blur()
  if (after.stepId === before.stepId || !showAhead(after)) {
    follow(next)
    return
  }
  afterPaint(() => {
    // The browser's Back may have been quicker, and another tab may have taken the answer.
    if (isAt(before.stepId)) follow(next)
    // With its place in the browser's history: Back leads from the step on screen.
    doNow()
    if (isAt(before.stepId)) showAhead(before)
  })
}

function isAt(stepId: StepId): boolean {
  return quizStore.get().quiz.stepId === stepId
}

function follow(next: (quiz: QuizState) => QuizState): void {
  const before = quizStore.get().quiz.stepId
  quizStore.change(next)
  const after = quizStore.get().quiz.stepId
  if (after === before) return
  const way = before === 'welcome' ? wayFromFirst() : [after]
  afterPaint(() => {
    if (isAt(after)) pushPlaces(history, way)
  })
  tellQuiz('completed', before)
}

/** One step back, the way the browser's own Back takes it. */
export function stepBack(): void {
  doNow()
  if (!popPlace(history)) quizStore.change(goBack)
}

/**
 * How long after an answer the next step is measured, in milliseconds: within the pause that shows a choice, and towards its end, since a page
 * that is looked through from then on has two steps to be looked through. Sooner where no pause is (a visitor may press at any time), and
 * where the contact is next, whose fields take a slow phone 100 ms.
 */
const measureMs = 250
const measureSoonMs = 100

let measuring: ReturnType<typeof setTimeout> | undefined

/** Records an answer. */
export function answer(next: (quiz: QuizState) => QuizState): void {
  // It is to the step on screen, which the quiz may have to follow to yet.
  doNow()
  quizStore.change(next)
  clearTimeout(measuring)
  const { quiz } = quizStore.get()
  measuring = setTimeout(measureNext, measureDelayMs(quiz), quiz.stepId)
}

function measureDelayMs(quiz: QuizState): number {
  const hasPause = currentStep(quiz).type === 'single-choice'
  return hasPause && advance(quiz).stepId !== 'contact' ? measureMs : measureSoonMs
}

/** Back may have led from the step that was answered by then. */
function measureNext(answered: StepId): void {
  const { quiz } = quizStore.get()
  const after = advance(quiz)
  if (quiz.stepId === answered && after.stepId !== answered) measureAhead(after)
}
