import { advance, isStarted } from '@app/domain/quiz/machine'
import { useState } from 'react'
import { clearMark } from '#web/features/quiz/history/history-ends.ts'
import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import { startOver } from '#web/features/quiz/store/quiz-end.ts'
import { quizStore } from '#web/features/quiz/store/use-quiz.ts'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { doNow } from '#web/lib/page/after-paint.ts'
import { pagePart } from '#web/lib/page/lazy-part.tsx'

export const quizDialog = pagePart(() => import('./quiz-dialog.tsx'))

/** Whether the quiz is open over the cabinet, and the attempt that was finished there. */
export function useQuizDialog() {
  const [isOpen, setOpen] = useState(false)
  const [finished, setFinished] = useState<FinishedAttempt | null>(null)

  function show() {
    doNow()
    if (!isStarted(quizStore.get().quiz)) quizStore.change(advance)
    // What an earlier opening has left there would be read as the browser's Back to its first screen.
    clearMark(history)
    setOpen(true)
  }

  return {
    isOpen,
    finished,
    /** Goes on with an attempt that was left half way, else begins a new one at its first question. */
    open: () => {
      const { completed } = quizStore.get().quiz
      buttonClicked(completed ? 'retake_test' : 'take_test', '/profile')
      if (completed) startOver()
      show()
    },
    /** Brings back what starting over has wiped, and goes on with it. */
    undoRestart: () => {
      quizStore.undoRestart()
      show()
    },
    close: () => setOpen(false),
    finish: (attempt: FinishedAttempt) => {
      setFinished(attempt)
      setOpen(false)
    },
  }
}
