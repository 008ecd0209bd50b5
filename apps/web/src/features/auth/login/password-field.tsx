import { loginTexts } from '@app/content/ru/ui/login'
import { type RefObject, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

const texts = loginTexts.password

type PasswordFieldProps = {
  ref?: RefObject<HTMLInputElement | null>
  label: string
  hint?: string
  error?: string | undefined
  /** The hint for password managers. */
  kind: 'current-password' | 'new-password'
  /** Distinguishes two fields in a form. */
  name?: string
}

/** A password that can be looked at. Its text stays in the field: the form reads it at submit. */
export function PasswordField({ ref, label, hint, error, kind, name = 'password' }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="@container relative">
          <Input
            {...control}
            {...(ref && { ref })}
            type={isShown ? 'text' : 'password'}
            name={name}
            autoComplete={kind}
            autoCapitalize="none"
            spellCheck={false}
            required
            className="@min-[14rem]:pr-26"
          />
          <Button
            variant="ghost"
            size="sm"
            aria-label={isShown ? texts.hideLabel : texts.showLabel}
            onClick={() => setShown(!isShown)}
            className="inset-y-0 right-1 my-auto @min-[14rem]:absolute"
          >
            {isShown ? texts.hide : texts.show}
          </Button>
        </div>
      )}
    </Field>
  )
}

/** The password typed into the form that is being submitted. */
export function typedPassword(form: HTMLFormElement, name = 'password'): string {
  const password = new FormData(form).get(name)
  return typeof password === 'string' ? password : ''
}
