import { reasonText } from '@app/content/ru/reasons'
import { resultTexts as texts } from '@app/content/ru/ui/result'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { type QuizResult, reasonsFor } from '@app/domain/result/result'
import { AnswerCounts } from './answer-counts.tsx'
import { ResultSection } from './result-section.tsx'

type ReasonsProps = { result: QuizResult; answers: QuizAnswers }

/** The person's own answers: all of them counted, and at most three in words, those that decided or weighed most. */
export function Reasons({ result, answers }: ReasonsProps) {
  const reasons = reasonsFor(result.subCategory, answers).flatMap((reason) => reasonText(reason) ?? [])
  return (
    <ResultSection title={texts.reasons} note={reasons.length === 0 ? texts.noReasons : undefined}>
      <div className="grid gap-x-14 gap-y-6 xl:grid-cols-2">
        <AnswerCounts result={result} answers={answers} />
        {reasons.length > 0 && (
          <div>
            <p className="text-label text-ink-soft">{texts.reasonsNote(reasons.length)}</p>
            <ul className="mt-3 grid gap-3">
              {reasons.map((reason) => (
                <li key={reason} className="border-l-2 border-mist-deep pl-4 text-[1.0625rem] leading-snug">
                  {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </ResultSection>
  )
}
