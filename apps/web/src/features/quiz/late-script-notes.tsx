import { quizTexts } from '@app/content/ru/ui/quiz'
import { nightNote } from './night-note.ts'

const texts = quizTexts.early
const note = `early-note ${nightNote} mx-auto mb-4 w-full max-w-md lg:mt-24 lg:mr-0`

/** Says in the first question, until React is here, why nothing follows the answer: the script is late, or did not come. CSS shows either. */
export function LateScriptNotes() {
  return (
    <>
      <p className={`${note} early-note-wait`}>{texts.waiting}</p>
      <p className={`${note} early-note-broken`}>
        {texts.broken}{' '}
        <a href="/" className="underline underline-offset-4">
          {texts.reload}
        </a>
      </p>
    </>
  )
}
