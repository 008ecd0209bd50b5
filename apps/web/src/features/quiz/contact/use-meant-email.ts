import { suggestEmail } from '@app/domain/quiz/email-typo'
import { useEffect, useRef, useState } from 'react'

/** A press that left the field has landed by then: what appears below the field does not move its button away. */
const afterPressMs = 400

/** The address that was probably meant, once the field is left; it is forgotten as soon as the field changes. */
export function useMeantEmail(first: string) {
  const [email, setEmail] = useState(() => suggestEmail(first))
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    email,
    look(typed: string) {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => setEmail(suggestEmail(typed)), afterPressMs)
    },
    forget() {
      clearTimeout(timer.current)
      setEmail(null)
    },
  }
}
