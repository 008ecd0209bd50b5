import { quizTexts } from '@app/content/ru/ui/quiz'
import { isStarted } from '@app/domain/quiz/machine'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { PageLoading } from '#web/components/page-loading.tsx'
import { useStepHistory } from '#web/features/quiz/history/use-step-history.ts'
import { Quiz } from '#web/features/quiz/quiz.tsx'
import { quizMeta } from '#web/features/quiz/quiz-meta.ts'
import { undoNote } from '#web/features/quiz/steps/later-steps.ts'
import { setResultLoader } from '#web/features/quiz/store/quiz-end.ts'
import { useAttempt, useCanUndoRestart } from '#web/features/quiz/store/use-quiz.ts'
import { LazyPart, pagePart } from '#web/lib/page/lazy-part.tsx'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { setQuizStarted } from '#web/lib/quiz-started.ts'
import { homeMeta } from './page-metas.ts'

const homeResult = pagePart(() => import('./home-result.tsx'))
setResultLoader(homeResult.whenReady)
const homePerson = pagePart(() => import('./home-person.tsx'))
const noProps = {}

/** The quiz, and after its last step the result. */
export default function HomeRoute() {
  useStepHistory()
  const { attemptId, quiz, finished } = useAttempt()
  usePageMeta(quizMeta(quiz) ?? homeMeta)
  // Typing the contact leaves time for it.
  const isAtContact = quiz.stepId === 'contact'
  useEffect(() => {
    if (isAtContact) return whenIdle(homeResult.preload)
  }, [isAtContact])
  // The prerendered page has no attempt.
  const isPrerendered = attemptId === ''
  useRevealForReturning(isPrerendered)
  const ended = quiz.completed ? finished : null
  // A visitor with a result has left the first screen.
  useLayoutEffect(() => {
    if (ended) setQuizStarted(true)
  }, [ended])
  const isWiped = useCanUndoRestart()

  if (ended) {
    return (
      <Suspense fallback={<PageLoading late={quizTexts.late} />}>
        <LazyPart key={ended.attemptId} part={homeResult} props={{ finished: ended }} />
      </Suspense>
    )
  }
  return (
    <>
      <Quiz quiz={quiz} isPrerendered={isPrerendered} takesFocus={isWiped} />
      {!isStarted(quiz) && <BelowTheFold />}
      <Suspense>{isWiped && <LazyPart part={undoNote} props={noProps} />}</Suspense>
    </>
  )
}

/** Renders the content below the first screen when idle. */
function BelowTheFold() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return <Suspense>{isIdle && <LazyPart part={homePerson} props={noProps} />}</Suspense>
}

/** Shows the page to whoever has been here before, of whom `boot.inline.ts` has hidden the first screen. */
function useRevealForReturning(isPrerendered: boolean): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (!isPrerendered) delete dataset.returning
  }, [isPrerendered])
}
