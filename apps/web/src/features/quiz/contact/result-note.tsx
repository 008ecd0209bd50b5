import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import { useConfig } from '#web/lib/config.ts'
import { useDelivery } from '#web/lib/outbox/page-outbox.ts'
import { Button } from '#web/ui/button.tsx'
import { returnToResult } from '../store/quiz-end.ts'

const texts = laterQuizTexts.contact.finished

type ResultNoteProps = {
  attemptId: string
  /** The form has been changed, so that its own button is the way on. */
  isAside: boolean
}

/** The note for visitors who returned from the result, which stays until an answer changes. */
export function ResultNote({ attemptId, isAside }: ResultNoteProps) {
  const delivery = useDelivery(useConfig().apiUrl, attemptId)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-mist p-4">
      <p>{delivery?.status === 'saved' ? texts.saved : texts.ready}</p>
      <Button variant={isAside ? 'outline' : 'default'} size="sm" onClick={returnToResult}>
        {texts.back}
      </Button>
    </div>
  )
}
