import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { PageLoading } from '#web/components/page-loading.tsx'
import { Quiz } from '#web/features/quiz/quiz.tsx'
import { useAttempt } from '#web/features/quiz/use-quiz.ts'
import { useStepHistory } from '#web/features/quiz/use-step-history.ts'
import { usePageMeta } from '#web/lib/page-meta.ts'
import { homeMeta } from './page-metas.ts'

const loadResult = () => import('./home-result.tsx')
const HomeResult = lazy(loadResult)

/** The quiz, and after its last step the result. */
export default function HomeRoute() {
  usePageMeta(homeMeta)
  useStepHistory()
  const { quiz, finished } = useAttempt()
  const isUnderWay = quiz.stepId !== 'welcome'
  useEffect(() => {
    // Fetched while the visitor answers; a failed fetch is tried again when the result is shown.
    if (isUnderWay) void loadResult().catch(() => {})
  }, [isUnderWay])
  useLayoutEffect(() => {
    // The first frame after hydration shows the right screen; `resume.js` hid the one before it.
    delete document.documentElement.dataset.resuming
  }, [])

  if (!quiz.completed || !finished) return <Quiz quiz={quiz} />
  return (
    <Suspense fallback={<PageLoading />}>
      <HomeResult finished={finished} />
    </Suspense>
  )
}
