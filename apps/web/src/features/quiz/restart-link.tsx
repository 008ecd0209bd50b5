import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import { Button } from '#web/ui/button.tsx'
import { startOver } from './quiz-actions.ts'

/** Wipes the attempt off the device: the next person must not find its answers. */
export function RestartLink() {
  return (
    <div className="flex justify-center py-4">
      <Button variant="link" size="sm" onClick={startOver}>
        {texts.restart}
      </Button>
    </div>
  )
}
