import type { ConsentText } from '@app/content/ru/legal/consent'
import { useId } from 'react'
import { RichBlocks, RichLine } from '#web/components/rich-text.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldMessage } from '#web/ui/field.tsx'
import { scrollToWholeField } from './scroll-to-whole-field.ts'

type ConsentTickProps = {
  name: string
  consent: ConsentText
  /** The label that opens the whole text. */
  more: string
  checked: boolean
  required?: boolean
  error?: string | undefined
  onChange: (checked: boolean) => void
}

/** A tick nobody has set beforehand, with the whole text of what it agrees to within reach. */
export function ConsentTick({ name, consent, more, checked, required, error, onChange }: ConsentTickProps) {
  const errorId = useId()
  return (
    <div>
      <div>
        <Checkbox
          name={name}
          checked={checked}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.target.checked)}
          onFocus={({ target }) => target.matches(':focus-visible') && scrollToWholeField(target)}
        >
          <RichLine content={consent.label} newTab />
        </Checkbox>
        {error && (
          <div className="ml-9">
            <FieldMessage id={errorId} isError message={error} />
          </div>
        )}
      </div>
      <details className="ml-[clamp(0rem,100vw-16rem,2.25rem)] text-sm text-ink-soft">
        <summary className="inline-flex min-h-9 max-w-full items-center wrap-anywhere underline decoration-line-strong underline-offset-4 hover:text-ink">
          {more}
        </summary>
        <div className="mt-2 mb-3 grid max-h-72 gap-2 overflow-y-auto rounded-xl border border-line bg-card px-[calc(0.8*var(--page-margin))] py-4 leading-relaxed">
          <p className="font-medium text-ink">{consent.title}</p>
          <RichBlocks blocks={consent.text} />
        </div>
      </details>
    </div>
  )
}
