import { resultText } from '@app/content/ru/results'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import type { QuizResult } from '@app/domain/result/result'

/** The subcategory's explanation. */
export function Meaning({ result, answers }: { result: QuizResult; answers: QuizAnswers }) {
  return (
    <div className="grid max-w-[40rem] gap-4 text-[1.0625rem] leading-relaxed">
      {resultText(result, answers).paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}
