import type { OptionText } from '@app/content/ru/options'
import { type ReactNode, useId } from 'react'
import { cn } from '#web/lib/cn.ts'
import { CheckMark } from '#web/ui/check-mark.tsx'

type OptionCardProps = {
  text: OptionText
  checked: boolean
  /** The digit that chooses it, shown where there is a keyboard. */
  digit?: number | undefined
  picture?: ReactNode
  /** `tile` puts the picture above the words. */
  layout?: 'row' | 'tile'
  /** The native control, laid invisibly over the whole card. */
  children: (control: {
    id: string
    className: string
    'aria-labelledby': string
    'aria-describedby'?: string
  }) => ReactNode
}

/** A choice as a card: a native radio or checkbox that can be pressed anywhere. */
export function OptionCard({ text, checked, digit, picture, layout = 'row', children }: OptionCardProps) {
  const id = useId()
  const noteId = text.note ? { 'aria-describedby': `${id}-note` } : {}
  return (
    <label
      htmlFor={`${id}-control`}
      className={cn(
        'relative flex rounded-card border transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-meadow-deep',
        layout === 'row'
          ? 'min-h-[3.75rem] items-center gap-4 py-2.5 pr-4 pl-4'
          : 'flex-col items-start gap-3 p-3 sm:p-4',
        checked
          ? 'border-meadow bg-mist'
          : 'border-line bg-card hover:border-line-strong hover:bg-white active:bg-mist',
      )}
    >
      {picture}
      <span className="flex-1 text-option">
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
        checked={checked}
        digit={digit}
        className={cn(
          layout === 'tile' && 'absolute top-2 right-2',
          layout === 'tile' && !checked && 'no-keyboard:hidden',
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

function OptionState(props: { checked: boolean; digit: number | undefined; className: string }) {
  const { checked, digit, className } = props
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-full border text-sm font-medium',
        checked ? 'border-meadow bg-meadow text-white' : 'border-line-strong bg-card text-ink-soft',
        className,
      )}
    >
      {checked ? (
        <CheckMark className="size-4" />
      ) : (
        digit !== undefined && <span className="hidden keyboard:inline">{digit}</span>
      )}
    </span>
  )
}
