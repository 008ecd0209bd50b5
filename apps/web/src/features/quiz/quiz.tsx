import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import { currentStep, isStarted, progress, type QuizState } from '@app/domain/quiz/machine'
import type { StepId } from '@app/domain/quiz/steps'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { tellQuiz } from '#web/lib/analytics/analytics.ts'
import { LazyPart } from '#web/lib/lazy-part.tsx'
import { useQuizStarted } from '#web/lib/quiz-started.ts'
import { Container } from '#web/ui/container.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { contactForm, multiChoice, numberStep, preloadLaterSteps, sunrisePanel } from './later-steps.ts'
import { ProgressHorizon } from './progress-horizon.tsx'
import { RestartLink } from './restart-link.tsx'
import { SingleChoice } from './single-choice.tsx'
import { quizStore } from './use-quiz.ts'
import { Welcome } from './welcome.tsx'

/** The questions, one screen each. */
export function Quiz({ quiz }: { quiz: QuizState }) {
  const started = isStarted(quiz)
  const [wasStarted, setWasStarted] = useState(started)
  if (started && !wasStarted) setWasStarted(true)
  useStarted(started)
  useScrollToTop(quiz.stepId)
  useViewed(quiz.stepId)

  if (!started) return <Welcome isResumed={quiz.answers.gender !== undefined} takesFocus={wasStarted} />
  const { percent } = progress(quiz)
  return (
    <>
      <Container className="flex min-h-[calc(100svh-var(--header-height))] flex-col lg:pb-8">
        <div className="relative flex flex-1 flex-col">
          <div className="absolute inset-y-0 left-0 hidden w-[42%] overflow-hidden rounded-3xl bg-amber-soft/60 lg:block">
            <Suspense>
              <LazyPart part={sunrisePanel} props={{ percent }} />
            </Suspense>
          </div>
          <div className="pb-6 lg:absolute lg:top-2 lg:right-0 lg:left-[calc(42%+3.5rem)] lg:pb-0">
            <ProgressHorizon quiz={quiz} />
          </div>
          <Suspense fallback={<Spinner className="size-8" label={texts.loadingStep} />}>
            <StepView key={quiz.stepId} quiz={quiz} />
          </Suspense>
        </div>
      </Container>
      <RestartLink />
    </>
  )
}

function StepView({ quiz }: { quiz: QuizState }) {
  const step = currentStep(quiz)
  switch (step.type) {
    case 'welcome':
      return null
    case 'single-choice':
      return <SingleChoice step={step} quiz={quiz} />
    case 'multi-choice':
      return <LazyPart part={multiChoice} props={{ step, quiz }} />
    case 'number-input':
      return <LazyPart part={numberStep} props={{ step, quiz }} />
    case 'contact-form':
      return <LazyPart part={contactForm} props={{ step }} />
  }
}

/** Tells the header, and fetches what the end of the quiz needs while there is time. */
function useStarted(started: boolean): void {
  const { setStarted } = useQuizStarted()
  useLayoutEffect(() => setStarted(started), [started, setStarted])
  useEffect(() => {
    if (started) preloadLaterSteps()
  }, [started])
}

function useScrollToTop(stepId: string): void {
  const shown = useRef(stepId)
  useLayoutEffect(() => {
    if (shown.current !== stepId) window.scrollTo(0, 0)
    shown.current = stepId
  }, [stepId])
}

function useViewed(stepId: StepId): void {
  useEffect(() => {
    // While hydrating, the first screen stands in for the step this device was left with.
    if (quizStore.get().quiz.stepId === stepId) tellQuiz('viewed', stepId)
  }, [stepId])
}
