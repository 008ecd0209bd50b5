import { laterQuizTexts as texts } from '@app/content/ru/ui/quiz-later'
import { useSyncExternalStore } from 'react'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { startOver } from './store/quiz-end.ts'
import { quizStore } from './store/use-quiz.ts'

const isAttemptPersisted = () => deviceStore.isKept(deviceKeys.attempt)

/** Below every question: the way to wipe the attempt off the device, since the next person must not find its answers. */
export function QuizFoot() {
  const isKept = useSyncExternalStore(quizStore.subscribe, isAttemptPersisted, () => true)
  return (
    <div className="grid justify-items-center px-5 py-4 text-center">
      {!isKept && <p className="max-w-md text-sm text-ink-soft">{texts.notKept}</p>}
      <Button variant="link" size="sm" onClick={startOver}>
        {texts.restart}
      </Button>
    </div>
  )
}
