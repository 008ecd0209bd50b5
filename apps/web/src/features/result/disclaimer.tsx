import { disclaimer } from '@app/content/ru/results'
import { ResultFold } from './result-fold.tsx'

/** The limits of the advice, and when to see a doctor. */
export function Disclaimer() {
  return (
    <ResultFold title={disclaimer.title}>
      <div className="grid max-w-[44rem] gap-3 text-label leading-relaxed text-ink-soft">
        {disclaimer.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </ResultFold>
  )
}
