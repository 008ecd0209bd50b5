import { formatPhoneInput } from '@app/domain/messages/phone'
import type { ComponentProps, ReactNode } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input, type InputValue } from '#web/ui/input.tsx'

type PhoneFieldProps = InputValue &
  Pick<ComponentProps<'input'>, 'ref' | 'placeholder' | 'required'> & {
    label: ReactNode
    hint?: ReactNode
    error: ReactNode
    onChange: (phone: string) => void
  }

/** Asks for a phone: with the keyboard for one, filled in by the browser, written with a plus as it is typed. */
export function PhoneField({ label, hint, error, required = true, onChange, ...input }: PhoneFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          {...input}
          type="tel"
          name="phone"
          autoComplete="tel"
          inputMode="tel"
          required={required}
          onChange={({ target }) => {
            const phone = formatPhoneInput(target.value)
            // An uncontrolled field is formatted here. A formatted value keeps its caret.
            if (phone !== target.value) target.value = phone
            onChange(phone)
          }}
        />
      )}
    </Field>
  )
}
