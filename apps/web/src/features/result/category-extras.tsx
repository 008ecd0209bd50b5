import { extrasTexts } from '@app/content/ru/results'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { extrasOf } from '@app/domain/result/extras'
import type { QuizResult } from '@app/domain/result/result'
import { Card } from '#web/ui/card.tsx'

type CategoryExtrasProps = { result: QuizResult; answers: QuizAnswers }

/** The two figures that belong to the category, such as the metabolic age. */
export function CategoryExtras({ result, answers }: CategoryExtrasProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {extrasTexts(extrasOf(result.mainCategory, answers)).map(({ id, title, value, items, note }) => (
        <Card key={id} className="flex flex-col">
          <h3 className="text-label font-medium text-ink-soft">{title}</h3>
          {items && items.length > 1 ? (
            <Chips items={items} />
          ) : (
            <p className="headline mt-2 text-2xl leading-tight">{value}</p>
          )}
          <p className="mt-3 text-label leading-normal text-ink-soft">{note}</p>
        </Card>
      ))}
    </div>
  )
}

function Chips({ items }: { items: readonly string[] }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {items.map((item) => (
        <li key={item} className="rounded-full bg-mist px-3.5 py-1.5 text-label font-medium">
          {item}
        </li>
      ))}
    </ul>
  )
}
