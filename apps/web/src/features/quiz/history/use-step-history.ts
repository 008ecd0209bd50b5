import { visibleSteps } from '@app/domain/quiz/steps'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { keepScrollAtTop } from '#web/lib/page/keep-scroll-at-top.ts'
import type { Attempt, QuizPlace } from '../store/quiz-store.ts'
import { quizStore } from '../store/use-quiz.ts'
import { correctPlace, pushPlaces, readHistoryMark, seedHistory } from './step-history.ts'

/** Ties the browser's Back and Forward to the steps while the quiz is on the page. */
export function useStepHistory(): void {
  const { key, hash } = useLocation()
  const isFirst = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to this same page makes an entry of its own
  useEffect(() => {
    if (!showPlaceFromHistory() && !isFirst.current && !hash) returnToFirstScreen()
    isFirst.current = false
    seedHistory(history, placesUpToCurrent(quizStore.get()))
  }, [key])

  useEffect(() => {
    function onPop(event: PopStateEvent) {
      const popped = readHistoryMark(event.state)
      if (popped) showPlace(popped.quizPlace)
      else if (event.state === null && !location.hash) {
        // The first screen as HTML showed it, before anything marked its entry.
        returnToFirstScreen()
        seedHistory(history, placesUpToCurrent(quizStore.get()))
      } else return
      // Each step starts at its top.
      if (!quizStore.get().quiz.completed) keepScrollAtTop()
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])
}

/** Shows the place that the browser's history says, if it says one; answers whether it does. */
function showPlaceFromHistory(): boolean {
  const mark = readHistoryMark(history.state)
  if (mark) showPlace(mark.quizPlace)
  return mark !== null
}

function showPlace(place: QuizPlace): void {
  quizStore.show(place)
  const { quiz } = quizStore.get()
  correctPlace(history, quiz.completed ? 'result' : quiz.stepId)
}

/** Handles the header's link to this page. A result stays. */
function returnToFirstScreen(): void {
  if (!quizStore.get().quiz.completed) quizStore.show('welcome')
  window.scrollTo(0, 0)
}

/** Returns the places from the first question to the current one. */
export function placesAfterFirst(): QuizPlace[] {
  return placesUpToCurrent(quizStore.get()).slice(1)
}

/** Returns the places up to the current one. */
function placesUpToCurrent({ quiz }: Attempt): QuizPlace[] {
  const seen = visibleSteps(quiz.answers).map((step) => step.id)
  const passed = seen.slice(0, seen.indexOf(quiz.stepId) + 1)
  return quiz.completed ? [...passed, 'result'] : passed
}

/** Gives this tab's history the steps that were taken in another one, where the quiz is on its page. */
export function addMissingEntries(): void {
  const mark = readHistoryMark(history.state)
  const places = placesUpToCurrent(quizStore.get())
  const last = places.at(-1)
  if (!mark || !last || mark.quizPlace === last) return
  const at = places.indexOf(mark.quizPlace)
  pushPlaces(history, at < 0 ? [last] : places.slice(at + 1))
}
