import { Suspense, useEffect, useLayoutEffect } from 'react'
import { PageLoading } from '#web/components/page-loading.tsx'
import { Quiz } from '#web/features/quiz/quiz.tsx'
import { goOn } from '#web/features/quiz/quiz-actions.ts'
import { quizStore, useAttempt } from '#web/features/quiz/use-quiz.ts'
import { useStepHistory } from '#web/features/quiz/use-step-history.ts'
import { LazyPart, pagePart } from '#web/lib/lazy-part.tsx'
import { usePageMeta } from '#web/lib/page-meta.ts'
import { homeMeta } from './page-metas.ts'

const homeResult = pagePart(() => import('./home-result.tsx'))

/** The quiz, and after its last step the result. */
export default function HomeRoute() {
  usePageMeta(homeMeta)
  useStepHistory()
  const { attemptId, quiz, finished } = useAttempt()
  const isUnderWay = quiz.stepId !== 'welcome'
  useEffect(() => {
    if (isUnderWay) homeResult.preload()
  }, [isUnderWay])
  useHandover(attemptId)

  if (!quiz.completed || !finished) return <Quiz quiz={quiz} />
  return (
    <Suspense fallback={<PageLoading />}>
      <LazyPart part={homeResult} props={{ finished }} />
    </Suspense>
  )
}

/**
 * Takes over from `early.js`, which hid the first screen from those who come back and kept a press on its button.
 * The attempt has no id while hydrating, and its screen is not yet the right one.
 */
function useHandover(attemptId: string): void {
  useLayoutEffect(() => {
    if (attemptId) delete document.documentElement.dataset.resuming
  }, [attemptId])
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.ready = ''
    if (dataset.startPressed === undefined) return
    delete dataset.startPressed
    if (quizStore.get().quiz.stepId === 'welcome') goOn()
  }, [])
}
