import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import { halfwayAt } from '@app/domain/quiz/chapters'
import { canAdvance, currentStep, type QuizState } from '@app/domain/quiz/machine'
import { Suspense } from 'react'
import { PageLoading } from '#web/components/page-loading.tsx'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { contactForm, halfwayCard, multiChoice, numberStep } from './later-steps.ts'
import { isPictured } from './pictured-choices.ts'
import { SingleChoice } from './single-choice.tsx'

/** The step a quiz stands at, at half way below the card that says so. */
export function StepView({ quiz }: { quiz: QuizState }) {
  const step = currentStep(quiz)
  const isHere = step.type === 'single-choice' && !isPictured(step.key)
  const halfway = halfwayAt(quiz)
  const view = <StepOfType quiz={quiz} />
  return (
    <>
      {halfway && (
        <Suspense>
          <LazyPart part={halfwayCard} props={{ halfway }} />
        </Suspense>
      )}
      {/* The first question waits for no script, so nothing of it is hydrated apart from the rest. */}
      {isHere ? (
        view
      ) : (
        <Suspense fallback={<PageLoading label={texts.loadingStep} late={texts.late} />}>{view}</Suspense>
      )}
    </>
  )
}

function StepOfType({ quiz }: { quiz: QuizState }) {
  const step = currentStep(quiz)
  switch (step.type) {
    case 'welcome':
      return null
    case 'single-choice':
      return <SingleChoice step={step} chosen={quiz.answers[step.key]} canGoOn={canAdvance(quiz)} />
    case 'multi-choice':
      return <LazyPart part={multiChoice} props={{ step, quiz }} />
    case 'number-input':
      return <LazyPart part={numberStep} props={{ step, quiz }} />
    case 'contact-form':
      return <LazyPart part={contactForm} props={{ step }} />
  }
}
