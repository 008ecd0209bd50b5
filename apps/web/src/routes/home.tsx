import { type AnswersSoFar, isComplete } from '@app/domain/quiz/answers'
import { stepIndex } from '@app/domain/quiz/machine'
import { steps } from '@app/domain/quiz/steps'
import { Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { takeAnswers, takeOver } from '#web/features/quiz/early-page.ts'
import { useStepHistory } from '#web/features/quiz/history/use-step-history.ts'
import { Quiz } from '#web/features/quiz/quiz.tsx'
import { quizMeta } from '#web/features/quiz/quiz-meta.ts'
import { undoNote } from '#web/features/quiz/steps/later-steps.ts'
import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import { quizStore, useAttempt, useIsWiped } from '#web/features/quiz/store/use-quiz.ts'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { setQuizStarted } from '#web/lib/quiz-started.ts'
import { homeMeta } from './page-metas.ts'
import { homeResult, ResultStage } from './result-stage.tsx'

const none = {}

/** The quiz, and after its last step the result. */
export default function HomeRoute() {
  useEffect(takeAnswers, [])
  useStepHistory()
  const { attemptId, quiz, finished } = useAttempt()
  usePageMeta(quizMeta(quiz) ?? homeMeta)
  const isHalfway = stepIndex(quiz) >= steps.length / 2
  useEffect(() => {
    if (isHalfway) return whenIdle(homeResult.preload)
  }, [isHalfway])
  useHandover(attemptId)
  const isDone = quiz.completed && finished !== null
  // After a reload as before it: whoever has a result has left the quiz's first screen.
  useLayoutEffect(() => {
    if (isDone) setQuizStarted(true)
  }, [isDone])
  const isWiped = useIsWiped()

  const ended = isDone ? finished : null
  const isAhead = useHasStayed(quiz.stepId === 'contact')
  const ahead = useMemo(
    () => (finished || !isAhead ? null : resultOf(attemptId, quiz.answers)),
    [finished, quiz, isAhead, attemptId],
  )
  const result = ended ?? ahead

  return (
    <>
      {!ended && (
        <>
          <Quiz quiz={quiz} takesFocus={isWiped} />
          <Suspense>{isWiped && <LazyPart part={undoNote} props={none} />}</Suspense>
        </>
      )}
      {result && <ResultStage finished={result} isShown={ended !== null} />}
    </>
  )
}

/** How long the contact is on screen before the result is made ready behind it, in milliseconds: nobody has typed theirs by then. */
const stayMs = 400

/** Whether something is so, and has been for a while: what is made ready for later does not keep what is shown now from being pressed. */
function useHasStayed(isSo: boolean): boolean {
  const [hasStayed, setStayed] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(setStayed, stayMs, true)
    return () => {
      clearTimeout(timer)
      setStayed(false)
    }
  }, [isSo])
  return isSo && hasStayed
}

function resultOf(attemptId: string, answers: AnswersSoFar): FinishedAttempt | null {
  return isComplete(answers) ? { attemptId, answers, name: '' } : null
}

/** Takes over from `early.ts`. The attempt has no id while hydrating, and its screen is not yet the right one. */
function useHandover(attemptId: string): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (!attemptId || dataset.resuming === undefined) return
    delete dataset.resuming
    // Whoever waited for a while may have read on, and a question begins at its top; a result stays where it was left.
    if (!quizStore.get().quiz.completed) window.scrollTo(0, 0)
  }, [attemptId])
  useEffect(takeOver, [])
}
