import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import { canAdvance, currentStep, type QuizState } from '@app/domain/quiz/machine'
import { memo, Suspense } from 'react'
import { PageLoading } from '#web/components/page-loading.tsx'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { contactForm, multiChoice, numberStep } from './later-steps.ts'
import { SingleChoice } from './single-choice.tsx'

/** The step a quiz stands at. */
export const StepView = memo(function StepView({ quiz }: { quiz: QuizState }) {
  return (
    <Suspense fallback={<PageLoading label={texts.loadingStep} late={texts.late} />}>
      <StepOfType quiz={quiz} />
    </Suspense>
  )
})

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
