import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import { Button } from '#web/ui/button.tsx'
import { Toast } from '#web/ui/toast.tsx'
import { undoRestart } from './undo-restart.ts'

const texts = laterQuizTexts.wiped

/** After starting over: that the answers are gone, and for a moment the way to have them back. */
export function UndoNote({ onUndo = undoRestart }: { onUndo?: () => void }) {
  return (
    <Toast>
      {texts.text}
      <Button variant="link" size="sm" className="text-amber! hover:text-on-night!" onClick={onUndo}>
        {texts.undo}
      </Button>
    </Toast>
  )
}
