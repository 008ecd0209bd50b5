import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import { useConfig } from '#web/lib/config.ts'
import { useDelivery } from '#web/lib/outbox/page-outbox.ts'
import { Button } from '#web/ui/button.tsx'
import { returnToResult } from '../store/quiz-end.ts'
import { useAttempt } from '../store/use-quiz.ts'

const texts = laterQuizTexts.contact.finished

/** For whoever has come back from the result: it stands as it was, until an answer is changed. */
export function ResultNote() {
  const { attemptId, finished } = useAttempt()
  return finished && finished.attemptId === attemptId ? <WayToResult attemptId={attemptId} /> : null
}

function WayToResult({ attemptId }: { attemptId: string }) {
  const delivery = useDelivery(useConfig().apiUrl, attemptId)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-mist p-4">
      <p>{delivery?.status === 'saved' ? texts.saved : texts.ready}</p>
      <Button size="sm" onClick={returnToResult}>
        {texts.back}
      </Button>
    </div>
  )
}
