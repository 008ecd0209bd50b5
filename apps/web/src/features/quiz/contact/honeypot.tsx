import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import type { FormEvent } from 'react'

/**
 * A field that people neither see nor reach; programs that fill in everything give themselves away by it. Its name is no word that a
 * browser or a manager of passwords has a value for, and each of them is told in its own way to leave it alone.
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
