import { contactLimits } from '@app/domain/quiz/contact'
import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { Input, type InputValue } from '#web/ui/input.tsx'

type EmailFieldProps = InputValue &
  Pick<ComponentProps<'input'>, 'ref' | 'placeholder' | 'onBlur'> & {
    label: ReactNode
    hint?: ReactNode
    error: ReactNode
    live?: FieldProps['live']
    onChange: (email: string) => void
  }

/** Asks for an e-mail: with the keyboard for one, filled in by the browser, neither capitalised nor corrected. */
export function EmailField({ label, hint, error, live, onChange, ...input }: EmailFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} live={live}>
      {(control) => (
        <Input
          {...control}
          {...input}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={contactLimits.email}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
