import { isStarted, progress, type QuizState } from '@app/domain/quiz/machine'
import type { StepId } from '@app/domain/quiz/steps'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { tellQuiz } from '#web/lib/analytics/analytics.ts'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { whenIdle } from '#web/lib/page/when-idle.ts'
import { setQuizStarted } from '#web/lib/quiz-started.ts'
import { Container } from '#web/ui/container.tsx'
import { endEarly } from './early-page.ts'
import { ProgressHorizon } from './progress-horizon.tsx'
import { beginLaterSteps, quizFoot, sunrisePanel } from './steps/later-steps.ts'
import { toPageTop } from './steps/page-top.ts'
import { StepStage } from './steps/step-stage.tsx'
import { quizStore } from './store/use-quiz.ts'
import { Welcome } from './welcome.tsx'

const none = {}

type QuizProps = {
  quiz: QuizState
  /** The first screen stands where the visitor has just pressed something else. */
  takesFocus?: boolean
}

/** The questions, one screen each. */
export function Quiz({ quiz, takesFocus = false }: QuizProps) {
  const started = isStarted(quiz)
  const [wasStarted, setWasStarted] = useState(started)
  if (started && !wasStarted) setWasStarted(true)
  useStarted(started)
  useScrollToTop(quiz.stepId)
  useViewed(quiz.stepId)

  if (!started) {
    return <Welcome isResumed={quiz.answers.gender !== undefined} takesFocus={wasStarted || takesFocus} />
  }
  return (
    <QuizScreen quiz={quiz}>
      <StepStage quiz={quiz} />
    </QuizScreen>
  )
}

type QuizScreenProps = {
  quiz: QuizState
  /** How far the visitor is, where that is not known yet. */
  horizon?: ReactNode
  children: ReactNode
}

/** What stands around every question. */
export function QuizScreen({ quiz, horizon, children }: QuizScreenProps) {
  useLayoutEffect(endEarly, [])
  return (
    <>
      <Container className="flex min-h-[calc(100svh-var(--header-height))] flex-col lg:pb-8">
        <div className="relative flex flex-1 flex-col">
          <div className="absolute inset-y-0 left-0 hidden w-[42%] overflow-hidden rounded-3xl bg-amber-soft/60 lg:block">
            <Suspense>
              <LazyPart part={sunrisePanel} props={{ percent: progress(quiz).percent }} />
            </Suspense>
          </div>
          <div className="pb-[min(1.5rem,6vw)] low:pb-3 lg:absolute lg:top-2 lg:right-0 lg:left-[calc(42%+3.5rem)] lg:pb-0">
            {horizon ?? <ProgressHorizon quiz={quiz} />}
          </div>
          {children}
        </div>
      </Container>
      <Suspense>
        <LazyPart part={quizFoot} props={none} />
      </Suspense>
    </>
  )
}

/** Tells the header, and fetches what the end of the quiz needs while there is time. */
function useStarted(started: boolean): void {
  useLayoutEffect(() => setQuizStarted(started), [started])
  useEffect(() => whenIdle(beginLaterSteps), [])
  useEffect(() => {
    if (started) beginLaterSteps()
  }, [started])
}

/** Each step begins at its top. */
function useScrollToTop(stepId: string): void {
  const shown = useRef(stepId)
  useLayoutEffect(() => {
    if (shown.current === stepId) return
    shown.current = stepId
    toPageTop()
  }, [stepId])
}

function useViewed(stepId: StepId): void {
  useEffect(() => {
    const tell = () => {
      // A tab nobody looks at follows another one's steps, which tells them.
      if (document.hidden) return
      // While hydrating, the first screen stands in for the step this device was left with.
      if (quizStore.get().quiz.stepId === stepId) tellQuiz('viewed', stepId)
    }
    tell()
    // The same step seen again is told once.
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [stepId])
  useEffect(() => () => tellQuiz('left', quizStore.get().quiz.stepId), [])
}
