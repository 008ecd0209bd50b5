import { profileTexts as texts } from '@app/content/ru/ui/profile'
import { advance, isStarted } from '@app/domain/quiz/machine'
import { useEffect, useRef, useState } from 'react'
import { clearMark, rewind } from '#web/features/quiz/history/history-ends.ts'
import { useStepHistory } from '#web/features/quiz/history/use-step-history.ts'
import { Quiz } from '#web/features/quiz/quiz.tsx'
import { quizMeta } from '#web/features/quiz/quiz-meta.ts'
import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import { startOver } from '#web/features/quiz/store/quiz-end.ts'
import { quizStore, useAttempt } from '#web/features/quiz/store/use-quiz.ts'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { doNow } from '#web/lib/page/after-paint.ts'
import { documentTitle, usePageMeta } from '#web/lib/page/page-meta.ts'
import { FullDialog } from '#web/ui/full-dialog.tsx'

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

const cabinet = { title: texts.title }

type QuizDialogProps = { onClose: () => void; onFinished: (attempt: FinishedAttempt) => void }

/** The quiz over the cabinet. Its steps leave the browser's history with it. */
export function QuizDialog({ onClose, onFinished }: QuizDialogProps) {
  useStepHistory()
  const { quiz, finished } = useAttempt()
  usePageMeta(quizMeta(quiz) ?? cabinet)
  useEffect(
    () => () => {
      doNow()
      document.title = documentTitle(cabinet)
    },
    [],
  )
  const scroller = useRef<HTMLDivElement>(null)

  useEffect(() => () => rewind(history), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new step starts at its top
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
  }, [quiz.stepId])
  useEffect(() => {
    if (quiz.completed && finished) onFinished(finished)
    // Back from the first question leads out, to the cabinet it was opened from.
    else if (!isStarted(quiz)) onClose()
  }, [quiz, finished, onFinished, onClose])

  return (
    <FullDialog title={texts.quizTitle} closeLabel={texts.closeQuiz} onClose={onClose} ref={scroller}>
      {isStarted(quiz) && !quiz.completed && <Quiz quiz={quiz} />}
    </FullDialog>
  )
}
