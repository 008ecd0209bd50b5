import { reasonText } from '@app/content/ru/reasons'
import { resultTexts as texts } from '@app/content/ru/ui/result'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { type QuizResult, reasonsFor } from '@app/domain/result/result'
import { ResultSection } from './result-section.tsx'

type ReasonsProps = { result: QuizResult; answers: QuizAnswers }

/** At most three of the person's own answers: those that decided or weighed most. */
export function Reasons({ result, answers }: ReasonsProps) {
  const reasons = reasonsFor(result.subCategory, answers).flatMap((reason) => reasonText(reason) ?? [])
  return (
    <ResultSection
      title={texts.reasons}
      note={reasons.length > 0 ? texts.reasonsNote(reasons.length) : undefined}
    >
      {reasons.length === 0 ? (
        <p className="text-lg">{texts.noReasons}</p>
      ) : (
        <ol className="grid divide-y divide-line">
          {reasons.map((reason, index) => (
            <li key={reason} className="flex gap-5 py-4 first:pt-0 last:pb-0">
              {reasons.length > 1 && (
                <span
                  aria-hidden="true"
                  className="headline w-7 shrink-0 text-3xl leading-none text-amber-deep"
                >
                  {index + 1}
                </span>
              )}
              <span className="text-lg leading-snug">{reason}</span>
            </li>
          ))}
        </ol>
      )}
    </ResultSection>
  )
}
