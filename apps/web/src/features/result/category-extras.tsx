import { extrasTexts } from '@app/content/ru/results'
import { resultTexts as texts } from '@app/content/ru/ui/result'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { extrasOf } from '@app/domain/result/extras'
import type { QuizResult } from '@app/domain/result/result'
import { Card } from '#web/ui/card.tsx'
import { ResultSection } from './result-section.tsx'

type CategoryExtrasProps = { result: QuizResult; answers: QuizAnswers }

/** The two figures that belong to the category, such as the metabolic age. */
export function CategoryExtras({ result, answers }: CategoryExtrasProps) {
  return (
    <ResultSection title={texts.extras}>
      <div className="grid gap-4 sm:grid-cols-2">
        {extrasTexts(extrasOf(result.mainCategory, answers)).map(({ id, title, value, note }) => (
          <Card key={id} className="flex flex-col">
            <h3 className="text-label font-medium text-ink-soft">{title}</h3>
            <p className="headline mt-2 text-2xl leading-tight">{value}</p>
            <p className="mt-3 text-label leading-normal text-ink-soft">{note}</p>
          </Card>
        ))}
      </div>
    </ResultSection>
  )
}
