import { subcategoryTexts } from '@app/content/ru/results'
import { resultTexts } from '@app/content/ru/ui/result'
import type { QuizResult } from '@app/domain/result/result'
import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'

const texts = resultTexts.checklist

/** The subcategory's checklist. Its two ways out say why they are not open yet. */
export function ChecklistBlock({ result }: { result: QuizResult }) {
  const reasonId = useId()
  return (
    <section className="grid gap-6 rounded-3xl bg-mist p-6 sm:p-9 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div>
        <p className="text-label font-medium text-meadow-deep">{texts.label}</p>
        <h2 className="headline mt-1.5 text-2xl leading-tight">
          {subcategoryTexts[result.subCategory].checklistTitle}
        </h2>
        <p className="mt-2 text-ink-soft">{texts.text}</p>
      </div>
      <div className="grid gap-3 lg:w-64">
        <Button disabled aria-describedby={reasonId}>
          {texts.download}
        </Button>
        <Button variant="outline" disabled aria-describedby={reasonId}>
          {texts.whatsapp}
        </Button>
      </div>
      <p id={reasonId} className="text-label text-ink-soft lg:col-span-2">
        {texts.unavailable}
      </p>
    </section>
  )
}
