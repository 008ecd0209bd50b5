import { checklistFor } from '@app/content/ru/checklists'
import { checklistTexts as texts } from '@app/content/ru/ui/checklist'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import type { Subcategory } from '@app/domain/result/categories'
import { hasMedicalRedFlags } from '@app/domain/result/medical-red-flags'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import { useTicks } from '#web/lib/ticks/use-ticks.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

type ChecklistTicksProps = { subcategory: Subcategory; answers: QuizAnswers }

/** The checklist on screen for these answers. Its ticks stay on this device. */
export function ChecklistTicks({ subcategory, answers }: ChecklistTicksProps) {
  const { sections, intro, closing } = checklistFor(subcategory, answers)
  const { ticked, toggle } = useTicks(subcategory)
  const items = sections.flatMap((section) => section.items)
  const done = items.filter((item) => ticked.has(item)).length

  return (
    <div className="grid gap-6">
      {/* When a doctor comes first, the order is not ours to suggest. */}
      {!hasMedicalRedFlags(answers) && <p className="max-w-[40rem] text-ink-soft">{intro}</p>}
      <p role="status" className="font-medium">
        {done === items.length ? closing : texts.done(done, items.length)}
      </p>
      <div className="grid gap-x-10 gap-y-7 sm:max-xl:grid-cols-2">
        {sections.map(({ title, items: each }) => (
          <fieldset key={title}>
            <legend className="mb-1.5 font-semibold">{title}</legend>
            {each.map((item) => (
              <Checkbox key={item} checked={ticked.has(item)} onChange={() => toggle(item)}>
                <span
                  className={
                    ticked.has(item) ? 'text-ink-soft line-through decoration-line-strong' : undefined
                  }
                >
                  {item}
                </span>
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
      <p className="text-sm text-ink-soft">
        {deviceStore.isKept(deviceKeys.ticks) ? texts.keptHere : texts.notKept}
      </p>
    </div>
  )
}
