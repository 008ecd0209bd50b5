import { Suspense, useEffect, useLayoutEffect } from 'react'
import { PageLoading } from '#web/components/page-loading.tsx'
import { Quiz } from '#web/features/quiz/quiz.tsx'
import { useAttempt } from '#web/features/quiz/use-quiz.ts'
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
    // The first frame after hydration shows the right screen; `resume.js` hid the one before it.
    delete document.documentElement.dataset.resuming
  }, [])

  if (!quiz.completed || !finished) return <Quiz quiz={quiz} />
  return (
    <Suspense fallback={<PageLoading />}>
      <LazyPart part={homeResult} props={{ finished }} />
    </Suspense>
  )
}
