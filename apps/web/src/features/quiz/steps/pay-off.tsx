import { payOffText } from '@app/content/ru/pay-offs'
import type { QuizState } from '@app/domain/quiz/machine'
import { payOffAt } from '@app/domain/quiz/pay-off'
import { CheckMark } from '#web/ui/check-mark.tsx'

/** Says one of the visitor's answers back to them, above the question that follows. Asks for no press of its own. */
export function PayOff({ quiz: { stepId, answers } }: { quiz: QuizState }) {
  const payOff = payOffAt(stepId, answers)
  if (!payOff) return null
  return (
    // Where text is so large that the question would lose its screen, it is left out.
    <div className="@container">
      <p
        data-pay-off={payOff.kind}
        className="mt-4 flex animate-fade-in gap-2 text-label text-meadow-deep @max-3xs:hidden low:mt-1 lg:mt-2"
      >
        <CheckMark className="mt-0.5 size-4 shrink-0" />
        {payOffText(payOff)}
      </p>
    </div>
  )
}
