import { resultText } from '@app/content/ru/results'
import { resultTexts as texts } from '@app/content/ru/ui/result'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import type { QuizResult } from '@app/domain/result/result'
import type { ReactNode } from 'react'
import { ResultSection } from './result-section.tsx'

type ResultPartProps = { result: QuizResult; answers: QuizAnswers; note?: ReactNode }

/** What the subcategory means, in a few paragraphs. */
export function Meaning({ result, answers, note }: ResultPartProps) {
  return (
    <ResultSection title={texts.meaning} note={note}>
      <div className="grid max-w-[40rem] gap-4 text-[1.0625rem] leading-relaxed">
        {resultText(result, answers).paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </ResultSection>
  )
}
