import { advance, isStarted } from '@app/domain/quiz/machine'
import { useEffect, useRef, useState } from 'react'
import { clearMark } from '#web/features/quiz/history/history-ends.ts'
import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import { startOver } from '#web/features/quiz/store/quiz-end.ts'
import { quizStore } from '#web/features/quiz/store/use-quiz.ts'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { doNow } from '#web/lib/page/after-paint.ts'
import { quizDialog } from './known-parts.ts'

/** Whether the quiz is open over the cabinet, and the attempt that was finished there. */
export function useQuizDialog() {
  const [isOpen, setOpen] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const [finished, setFinished] = useState<FinishedAttempt | null>(null)
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])

  /** Begins once the quiz can be shown: nothing is wiped for a quiz that does not come. */
  async function whenReady(begin: () => void) {
    setOpening(true)
    await quizDialog.whenReady()
    if (!isThere.current) return
    setOpening(false)
    begin()
    show()
  }

  function show() {
    doNow()
    if (!isStarted(quizStore.get().quiz)) quizStore.change(advance)
    // What an earlier opening has left there would be read as the browser's Back to its first screen.
    clearMark(history)
    setOpen(true)
  }

  return {
    isOpen,
    /** Asked for, and not here yet. */
    isOpening,
    finished,
    /** Goes on with an attempt that was left half way, else begins a new one at its first question. */
    open: () => {
      const { completed } = quizStore.get().quiz
      buttonClicked(completed ? 'retake_test' : 'take_test', '/profile')
      void whenReady(() => {
        if (completed) startOver()
      })
    },
    /** Brings back what starting over has wiped, and goes on with it. */
    undoRestart: () => void whenReady(() => quizStore.undoRestart()),
    close: () => setOpen(false),
    finish: (attempt: FinishedAttempt) => {
      setFinished(attempt)
      setOpen(false)
    },
  }
}
