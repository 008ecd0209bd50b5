import { profileTexts as texts } from '@app/content/ru/ui/profile'
import { isStarted } from '@app/domain/quiz/machine'
import { useEffect, useRef } from 'react'
import { useStepHistory } from '#web/features/quiz/history/use-step-history.ts'
import { Quiz } from '#web/features/quiz/quiz.tsx'
import { quizMeta } from '#web/features/quiz/quiz-meta.ts'
import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import { useAttempt } from '#web/features/quiz/store/use-quiz.ts'
import { documentTitle, usePageMeta } from '#web/lib/page/page-meta.ts'
import { FullDialog } from '#web/ui/full-dialog.tsx'

const cabinet = { title: texts.title }

type QuizDialogProps = { onClose: () => void; onFinished: (attempt: FinishedAttempt) => void }

/** The quiz in a dialog over the cabinet. */
export default function QuizDialog({ onClose, onFinished }: QuizDialogProps) {
  useStepHistory()
  const { quiz, finished } = useAttempt()
  usePageMeta(quizMeta(quiz) ?? cabinet)
  useEffect(
    () => () => {
      document.title = documentTitle(cabinet)
    },
    [],
  )
  const scroller = useRef<HTMLDivElement>(null)

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
