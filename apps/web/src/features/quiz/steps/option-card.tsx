import type { OptionText } from '@app/content/ru/options'
import { memo, type ReactNode, useId } from 'react'
import { cn } from '#web/lib/cn.ts'

const words = 'min-w-0 flex-1 text-option hyphens-auto'

/** The group handles presses. */
function handledByGroup() {}

type OptionCardProps = {
  text: OptionText
  /** The digit that chooses it, shown where there is a keyboard. */
  digit?: number | undefined
  picture?: ReactNode
  /** `tile` puts the picture above the words. */
  layout?: 'row' | 'tile'
  /** A checkbox has a square mark. */
  type: 'radio' | 'checkbox'
  name: string
  value: string
  checked: boolean
}

/**
 * An option as a card with a native control over it, whose state styles the card without a script.
 * The group handles presses, so that a press renders only two cards.
 */
export const OptionCard = memo(function OptionCard(props: OptionCardProps) {
  const { text, digit, picture, layout = 'row', type, name, value, checked } = props
  const id = useId()

  return (
    <label
      htmlFor={`${id}-control`}
      data-chosen={checked || undefined}
      className={cn(
        'group/option option-card',
        layout === 'row' ? 'option-row' : 'flex-col items-start gap-2 p-2.5 sm:gap-3 sm:p-4',
      )}
    >
      {picture}
      {text.note ? (
        <span className={words}>
          <span id={`${id}-label`} className="block">
            {text.label}
          </span>
          <span id={`${id}-note`} className="mt-0.5 block text-sm leading-snug text-ink-soft">
            {text.note}
          </span>
        </span>
      ) : (
        <span id={`${id}-label`} className={words}>
          {text.label}
        </span>
      )}
      <span
        aria-hidden="true"
        data-digit={digit}
        className={cn(
          'option-mark',
          type === 'radio' ? 'rounded-full' : 'rounded-md',
          layout === 'tile' && 'absolute top-2 right-2 group-not-has-checked/option:no-keyboard:hidden',
        )}
      />
      <input
        id={`${id}-control`}
        type={type}
        name={name}
        value={value}
        data-value={value}
        checked={checked}
        onChange={handledByGroup}
        aria-labelledby={`${id}-label`}
        aria-describedby={text.note && `${id}-note`}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-card opacity-0"
      />
    </label>
  )
})
