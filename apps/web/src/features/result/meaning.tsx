import { subcategoryTexts } from '@app/content/ru/results'
import { resultTexts as texts } from '@app/content/ru/ui/result'
import type { QuizResult } from '@app/domain/result/result'
import { ResultSection } from './result-section.tsx'

/** What the subcategory means, in a few paragraphs. */
export function Meaning({ result }: { result: QuizResult }) {
  return (
    <ResultSection title={texts.meaning}>
      <div className="grid max-w-[40rem] gap-4 text-[1.0625rem] leading-relaxed">
        {subcategoryTexts[result.subCategory].paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </ResultSection>
  )
}
