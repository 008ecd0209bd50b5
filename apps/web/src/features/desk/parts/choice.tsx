import { useId } from 'react'
import { Select } from '#web/ui/select.tsx'

type ChoiceProps = {
  label: string
  value: string
  /** The label of the empty choice; without it one is always chosen. */
  any?: string
  options: readonly (readonly [value: string, text: string])[]
  onChoose: (value: string) => void
}

/** A compact select. */
export function Choice({ label, value, any, options, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-[0.8125rem] text-ink-soft">
        {label}
      </label>
      <Select id={id} value={value} onChange={({ target }) => onChoose(target.value)} size="sm">
        {any !== undefined && <option value="">{any}</option>}
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  )
}
