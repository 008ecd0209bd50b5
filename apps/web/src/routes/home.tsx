import { quizTexts } from '@app/content/ru/ui/quiz'
import { type AnswersSoFar, isComplete } from '@app/domain/quiz/answers'
import { stepIndex } from '@app/domain/quiz/machine'
import { steps } from '@app/domain/quiz/steps'
import {
  Activity,
  Component,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { PageLoading } from '#web/components/page-loading.tsx'
import { takeAnswers, takeOver } from '#web/features/quiz/early-page.ts'
import { useStepHistory } from '#web/features/quiz/history/use-step-history.ts'
import { Quiz } from '#web/features/quiz/quiz.tsx'
import { quizMeta } from '#web/features/quiz/quiz-meta.ts'
import { undoNote } from '#web/features/quiz/steps/later-steps.ts'
import type { FinishedAttempt } from '#web/features/quiz/store/finished-attempt.ts'
import { useAttempt, useIsWiped } from '#web/features/quiz/store/use-quiz.ts'
import { LazyPart, pagePart } from '#web/lib/page/lazy-part.tsx'
import { measureUnseen, unseen } from '#web/lib/page/measure-unseen.ts'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { setQuizStarted } from '#web/lib/quiz-started.ts'
import { homeMeta } from './page-metas.ts'

const none = {}

const homeResult = pagePart(() => import('./home-result.tsx'))

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
  const ahead = useMemo(
    () => (finished || quiz.stepId !== 'contact' ? null : resultOf(attemptId, quiz.answers)),
    [finished, quiz, attemptId],
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
      {result && <Result finished={result} isShown={ended !== null} />}
    </>
  )
}

function resultOf(attemptId: string, answers: AnswersSoFar): FinishedAttempt | null {
  return isComplete(answers) ? { attemptId, answers, name: '' } : null
}

/** A result, made ready behind the last question while its contact is typed, where there is none before it to be looked back from. */
function Result({ finished, isShown }: { finished: FinishedAttempt; isShown: boolean }) {
  const host = useRef<HTMLDivElement>(null)
  const [measure] = useState(() => () => {
    if (host.current) measureUnseen(host.current)
  })
  return (
    <div ref={host} className={isShown ? '' : unseen}>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <Suspense fallback={isShown && <PageLoading late={quizTexts.late} />}>
          <Postponing isShown={isShown}>
            <LazyPart part={homeResult} props={{ finished, isShown, onDrawn: measure }} />
          </Postponing>
        </Suspense>
      </Activity>
    </div>
  )
}

type PostponingProps = { isShown: boolean; children: ReactNode }

/** Keeps an error to itself until what has it is shown: a result that cannot be made ready takes nobody's contact away. */
class Postponing extends Component<PostponingProps, { failure: { error: unknown } | null }> {
  override state = { failure: null as { error: unknown } | null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    if (this.props.isShown) throw failure.error
    return null
  }
}

/** Takes over from `early.ts`. The attempt has no id while hydrating, and its screen is not yet the right one. */
function useHandover(attemptId: string): void {
  useLayoutEffect(() => {
    if (attemptId) delete document.documentElement.dataset.resuming
  }, [attemptId])
  useEffect(takeOver, [])
}
