import { validationMessage } from '@app/content/ru/validation'
import { checkEmail, normalizeEmail } from '@app/domain/quiz/contact'
import { useState } from 'react'
import { useFocusOnMount } from '#web/lib/page/use-focus-on-mount.ts'

/**
 * The address field of a step: focused as the step appears. `check` answers the address, or shows
 * what is wrong with it and puts the focus back there.
 */
export function useCheckedEmail(typed: string) {
  const input = useFocusOnMount()
  const [isSubmitted, setSubmitted] = useState(false)
  const code = checkEmail(typed)

  function check(): string | null {
    setSubmitted(true)
    if (!code) return normalizeEmail(typed)
    input.current?.focus()
    return null
  }

  return {
    input,
    problem: isSubmitted && code ? validationMessage(code, { field: 'email' }) : undefined,
    check,
  }
}
