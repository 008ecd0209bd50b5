import { stepInsightText } from '@app/content/ru/step-insights'
import type { QuizState } from '@app/domain/quiz/machine'
import { insightForStep } from '@app/domain/quiz/step-insight'
import { CheckMark } from '#web/ui/check-mark.tsx'

/** Shows the insight of a step above its question. It asks for no press. */
export function StepInsight({ quiz: { stepId, answers } }: { quiz: QuizState }) {
  const insight = insightForStep(stepId, answers)
  if (!insight) return null
  return (
    // Below the back link, which is no part of the step. Hidden when large text leaves no room for
    // it.
    <div className="@container lg:absolute lg:top-14 lg:right-0 lg:left-[calc(42%+3.5rem)]">
      <p
        data-pay-off={insight.kind}
        className="-mt-2 flex gap-2 pb-6 text-label text-meadow-deep @max-3xs:hidden low:pb-3 lg:mt-0 lg:pb-0"
      >
        <CheckMark className="mt-0.5 size-4 shrink-0" />
        {stepInsightText(insight)}
      </p>
    </div>
  )
}
