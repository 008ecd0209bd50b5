import { advance, isStarted } from '@app/domain/quiz/machine'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { clearHistoryMark, returnToQuizStart } from '#web/features/quiz/history/history-ends.ts'
import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import { startOver } from '#web/features/quiz/store/quiz-end.ts'
import { quizStore } from '#web/features/quiz/store/use-quiz.ts'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { pagePart } from '#web/lib/page/lazy-part.tsx'
import { untilNextClick } from '#web/lib/page/until-next-click.ts'

export const quizDialog = pagePart(() => import('./quiz-dialog.tsx'))

/** `opening`: asked for, and its script not here yet. `failed`: it did not come. */
export type QuizDialogStatus = 'closed' | 'opening' | 'failed' | 'open'

/**
 * Opens the quiz in a dialog and keeps its finished attempt. Another press or another user cancels
 * the opening.
 */
export function useQuizDialog(userId: string | undefined) {
  const [status, setStatus] = useState<QuizDialogStatus>('closed')
  const [finished, setFinished] = useState<FinishedAttempt | null>(null)
  // A ref, because two presses may precede a render.
  const asked = useRef<object | null>(null)
  const cancel = useCallback(() => {
    asked.current = null
    setStatus((before) => (before === 'open' ? before : 'closed'))
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing was asked in the cabinet of another person
  useEffect(() => cancel, [cancel, userId])
  // The steps leave the history in the commit that closes the dialog, so that a Back that follows
  // begins from the cabinet.
  useLayoutEffect(() => {
    if (status === 'open') return () => returnToQuizStart(history)
  }, [status])

  /** Begins once the quiz can be shown, and once, unless the page is left meanwhile: nothing is wiped for a quiz that does not come. */
  async function show(begin = () => {}) {
    if (asked.current) return
    const asking = {}
    asked.current = asking
    setStatus('opening')
    const isReady = await untilNextClick(quizDialog.whenReady(), cancel)
    if (asked.current !== asking) return
    asked.current = null
    if (!isReady) {
      setStatus('failed')
      return
    }
    begin()
    if (!isStarted(quizStore.get().quiz)) quizStore.change(advance)
    // An old mark would count as going back.
    clearHistoryMark(history)
    setStatus('open')
  }

  return {
    status,
    finished,
    /** Goes on with an attempt that was left half way, else begins a new one at its first question. */
    open: () => {
      const { completed } = quizStore.get().quiz
      buttonClicked(completed ? 'retake_test' : 'take_test', '/profile')
      // A newly finished attempt must not be wiped.
      void show(() => {
        if (completed && quizStore.get().quiz.completed) startOver()
      })
    },
    /** Brings back what starting over has wiped, and goes on with it. */
    undoRestart: () => {
      quizStore.undoRestart()
      void show()
    },
    close: () => setStatus('closed'),
    finish: (attempt: FinishedAttempt) => {
      setFinished(attempt)
      setStatus('closed')
    },
  }
}
