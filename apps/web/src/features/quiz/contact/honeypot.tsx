import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import type { FormEvent } from 'react'

/**
 * A hidden field that only programs fill in. Its name and attributes keep browsers and password
 * managers away.
 */
export function Honeypot({ onChange }: { onChange: (event: FormEvent<HTMLInputElement>) => void }) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        {laterQuizTexts.contact.website}
        <input
          type="text"
          name="topic"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
          data-form-type="other"
          onChange={onChange}
        />
      </label>
    </div>
  )
}
