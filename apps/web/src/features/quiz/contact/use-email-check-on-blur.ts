import { checkEmail } from '@app/domain/quiz/contact'
import { suggestEmail } from '@app/domain/quiz/email-typo'
import type { ValidationCode } from '@app/domain/quiz/validation'
import { useEffect, useRef, useState } from 'react'

/** A press that left the field has landed by then: what appears below the field does not move its button away. */
const afterPressMs = 400

type EmailCheck = {
  /** The address that was probably meant. */
  meant: string | null
  wrong: ValidationCode | null
}

const nothing: EmailCheck = { meant: null, wrong: null }

function find(email: string): EmailCheck {
  const meant = suggestEmail(email)
  const wrong = checkEmail(email)
  return {
    // Where more is wrong than its slip, taking it up would mend nothing.
    meant: meant && !checkEmail(meant) ? meant : null,
    // That nothing is there yet waits for the submit.
    wrong: wrong === 'required' ? null : wrong,
  }
}

/** What is to be said of an address once its field is left; it is forgotten as soon as the field changes. */
export function useEmailCheckOnBlur(first: string) {
  const [found, setFound] = useState(() => find(first))
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    ...found,
    look(typed: string) {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => {
        setFound(find(typed))
      }, afterPressMs)
    },
    forget() {
      clearTimeout(timer.current)
      setFound(nothing)
    },
  }
}
