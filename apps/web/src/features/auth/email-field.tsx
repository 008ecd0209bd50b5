import { loginTexts } from '@app/content/ru/ui/login'
import type { RefObject } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

const texts = loginTexts.email

type EmailFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  value: string
  error: string | undefined
  onChange: (email: string) => void
}

export function EmailField({ ref, value, error, onChange }: EmailFieldProps) {
  return (
    <Field label={texts.label} error={error}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          placeholder={texts.placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
