import { resultText } from '@app/content/ru/results'
import type { Advice } from '@app/content/ru/results/result-text'
import { resultTexts as texts } from '@app/content/ru/ui/result'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { hasMedicalRedFlags } from '@app/domain/result/medical-red-flags'
import type { QuizResult } from '@app/domain/result/result'
import { ResultSection } from './result-section.tsx'

type RecommendationsProps = {
  result: QuizResult
  answers: QuizAnswers
  /** Came by the page's address: what is written there in free words is not read back. */
  isAddressed?: boolean | undefined
}

/**
 * What to do, when and how much, and what to do about single complaints. Where a doctor comes first, the latter come first, too: they send
 * to one, and the rest waits for it.
 */
export function Recommendations({ result, answers, isAddressed = false }: RecommendationsProps) {
  const { recommendations, complaintAdvice } = resultText(result, answers, { quotesWords: !isAddressed })
  const isAfterDoctor = hasMedicalRedFlags(answers)
  const complaints = complaintAdvice.length > 0 && (
    <ResultSection title={texts.complaintAdvice}>
      <AdviceList advice={complaintAdvice} />
    </ResultSection>
  )
  return (
    <>
      {isAfterDoctor && complaints}
      <ResultSection title={texts.recommendations}>
        <AdviceList advice={recommendations} />
      </ResultSection>
      {!isAfterDoctor && complaints}
    </>
  )
}

function AdviceList({ advice }: { advice: readonly Advice[] }) {
  return (
    <ul className="grid gap-x-10 gap-y-7 sm:grid-cols-2">
      {advice.map(({ title, text }) => (
        <li key={title} className="border-l-2 border-amber pl-4">
          <h3 className="font-semibold leading-snug">{title}</h3>
          <p className="mt-1.5 leading-relaxed text-ink-soft">{text}</p>
        </li>
      ))}
    </ul>
  )
}
