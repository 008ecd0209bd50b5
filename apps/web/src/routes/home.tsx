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
  const { quiz, finished } = useAttempt()
  const isUnderWay = quiz.stepId !== 'welcome'
  useEffect(() => {
    if (isUnderWay) homeResult.preload()
  }, [isUnderWay])
  useLayoutEffect(() => {
    // `early.js` hid the first screen from those who come back, and kept a press on its button.
    const { dataset } = document.documentElement
    delete dataset.resuming
    dataset.ready = ''
    if (dataset.startPressed === undefined) return
    delete dataset.startPressed
    if (quizStore.get().quiz.stepId === 'welcome') goOn()
  }, [])

  if (!quiz.completed || !finished) return <Quiz quiz={quiz} />
  return (
    <Suspense fallback={<PageLoading />}>
      <LazyPart part={homeResult} props={{ finished }} />
    </Suspense>
  )
}
