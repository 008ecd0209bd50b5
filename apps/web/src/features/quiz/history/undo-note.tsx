import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import { Button } from '#web/ui/button.tsx'
import { Toast } from '#web/ui/toast.tsx'
import { undoRestart } from './undo-restart.ts'

const texts = laterQuizTexts.wiped

/** The note after starting over, with an undo button. A narrow header shows only the button. */
export function UndoNote({ onUndo = undoRestart }: { onUndo?: () => void }) {
  return (
    <Toast>
      <span className="@max-[15rem]:sr-only">{texts.text}</span>
      <Button
        variant="link"
        size="sm"
        className="text-amber! hover:text-on-night! @max-[15rem]:mx-auto"
        onClick={onUndo}
      >
        <span>
          {texts.undo[0]} <span className="@min-[15rem]:sr-only">{texts.undo[1]}</span>
        </span>
      </Button>
    </Toast>
  )
}
