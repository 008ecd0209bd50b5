import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

type ChipsProps<Value> = {
  label: string
  chosen: Value
  options: readonly { value: Value; text: ReactNode }[]
  onChoose: (value: Value) => void
}

/** A row of exclusive options that wraps on phones. */
export function Chips<Value extends string | null>({ label, chosen, options, onChoose }: ChipsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {options.map(({ value, text }) => (
        <button
          key={value ?? ''}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={cn(
            'pressable min-h-11 rounded-full border px-3.5 text-left text-label leading-tight',
            value === chosen
              ? 'border-meadow bg-meadow text-on-fill'
              : 'border-line-strong bg-card text-ink hover:border-meadow hover:bg-mist',
          )}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
