import { checkEmail } from '@app/domain/quiz/contact'
import { suggestEmail } from '@app/domain/quiz/email-typo'
import type { ValidationCode } from '@app/domain/quiz/validation'
import { useEffect, useRef, useState } from 'react'

/**
 * The check waits for this long, so that its message does not move a button while it is pressed.
 */
const checkDelayMs = 400

type EmailCheck = {
  /** The address that was probably meant, or null. */
  meant: string | null
  wrong: ValidationCode | null
}

const noEmailFindings: EmailCheck = { meant: null, wrong: null }

function checkTypedEmail(email: string): EmailCheck {
  const meant = suggestEmail(email)
  const wrong = checkEmail(email)
  return {
    // An invalid suggestion does not help.
    meant: meant && !checkEmail(meant) ? meant : null,
    // An empty field is reported at the submit alone.
    wrong: wrong === 'required' ? null : wrong,
  }
}

/** Checks an address when its field is left. The result is dropped as soon as the field changes. */
export function useEmailCheckOnBlur(first: string) {
  const [found, setFound] = useState(() => checkTypedEmail(first))
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    ...found,
    look(typed: string) {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => {
        setFound(checkTypedEmail(typed))
      }, checkDelayMs)
    },
    forget() {
      clearTimeout(timer.current)
      setFound(noEmailFindings)
    },
  }
}
