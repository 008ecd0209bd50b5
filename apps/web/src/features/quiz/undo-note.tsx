import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Toast } from '#web/ui/toast.tsx'
import { undoRestart } from './undo-restart.ts'
import { quizStore } from './use-quiz.ts'

const texts = laterQuizTexts.wiped

/** How long what was wiped may be brought back: long enough to notice, too short for the next person at this device. */
const undoForMs = 30_000

/** After starting over: that the answers are gone, and for a moment the way to have them back. */
export function UndoNote({ onUndo = undoRestart }: { onUndo?: () => void }) {
  useEffect(() => {
    const timer = setTimeout(quizStore.forgetWiped, undoForMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Toast>
      {texts.text}
      <Button variant="link" size="sm" className="text-amber! hover:text-paper!" onClick={onUndo}>
        {texts.undo}
      </Button>
    </Toast>
  )
}
