import { paymentTexts } from '@app/content/ru/ui/payment'
import type { FirstMessage } from '@app/contracts/payments'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import { useTicks } from '#web/lib/ticks/use-ticks.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

const texts = paymentTexts.success.first

/** A checklist item with its tick. */
export function FirstTask({ subcategory, item }: NonNullable<FirstMessage['task']>) {
  const { ticked, toggle } = useTicks(subcategory)
  const isDone = ticked.has(item)
  const isKept = deviceStore.isKept(deviceKeys.ticks)
  return (
    <fieldset className="max-w-[36rem] rounded-3xl bg-mist px-5 py-4 sm:px-6 sm:py-5">
      <legend className="sr-only">{texts.task}</legend>
      <p aria-hidden="true" className="headline text-lg leading-snug">
        {texts.task}
      </p>
      <Checkbox className="mt-1.5 text-base" checked={isDone} onChange={() => toggle(item)}>
        {item}
      </Checkbox>
      <p role="status" className="mt-1 ml-9 text-label text-ink-soft">
        {isDone ? texts.taskDone : isKept && texts.taskNote}
      </p>
    </fieldset>
  )
}
