import type { OptionText } from '@app/content/ru/options'
import { type ReactNode, useId } from 'react'
import { cn } from '#web/lib/cn.ts'
import { CheckMark } from '#web/ui/check-mark.tsx'

type OptionCardProps = {
  text: OptionText
  /** The digit that chooses it, shown where there is a keyboard. */
  digit?: number | undefined
  picture?: ReactNode
  /** `tile` puts the picture above the words. */
  layout?: 'row' | 'tile'
  /** Any number may be chosen, so the mark is a box and not a circle. */
  isBox?: boolean
  /** The native control, laid invisibly over the whole card. */
  children: (control: {
    id: string
    className: string
    'aria-labelledby': string
    'aria-describedby'?: string
  }) => ReactNode
}

/**
 * A choice as a card: a native radio or checkbox that can be pressed anywhere. The control's own state draws the card, so
 * a press shows before any script has heard of it.
 */
export function OptionCard({ text, digit, picture, layout = 'row', isBox, children }: OptionCardProps) {
  const id = useId()
  const noteId = text.note ? { 'aria-describedby': `${id}-note` } : {}
  return (
    <label
      htmlFor={`${id}-control`}
      className={cn(
        'group/option option-card',
        layout === 'row' ? 'option-row' : 'flex-col items-start gap-3 p-3 sm:p-4',
      )}
    >
      {picture}
      <span className="min-w-0 flex-1 text-option hyphens-auto">
        <span id={`${id}-label`} className="block">
          {text.label}
        </span>
        {text.note && (
          <span id={`${id}-note`} className="mt-0.5 block text-sm leading-snug text-ink-soft">
            {text.note}
          </span>
        )}
      </span>
      <OptionState
        digit={digit}
        className={cn(
          isBox ? 'rounded-md' : 'rounded-full',
          layout === 'tile' && 'absolute top-2 right-2 group-not-has-checked/option:no-keyboard:hidden',
        )}
      />
      {children({
        id: `${id}-control`,
        className: 'absolute inset-0 size-full cursor-pointer appearance-none rounded-card opacity-0',
        'aria-labelledby': `${id}-label`,
        ...noteId,
      })}
    </label>
  )
}

function OptionState({ digit, className }: { digit: number | undefined; className: string }) {
  return (
    <span aria-hidden="true" className={cn('option-mark', className)}>
      {/* Always laid out and merely shown: what a press changes must not cost the page a layout. */}
      <CheckMark className="invisible absolute inset-0 m-auto size-4 group-has-checked/option:visible" />
      {digit !== undefined && (
        <span className="hidden group-has-checked/option:invisible keyboard:inline">{digit}</span>
      )}
    </span>
  )
}
