import { deskTexts } from '@app/content/ru/ui/desk/shell'
import { useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Toast } from '#web/ui/toast.tsx'
import { refusalText } from './answered.tsx'

const texts = deskTexts.said
/** Long enough to read, think better of it and press. */
const staysMs = 10_000

type Undo = () => Promise<unknown>
type ShowToast = (text: string, undo?: Undo) => void

const ToastContext = createContext<ShowToast>(() => {})

/** Says that an action was done, and offers to take it back where that can be done. */
export const useToast = (): ShowToast => useContext(ToastContext)

/** What was said last lies over the foot of the desk for a while, whichever view is open by then. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<{ text: string; undo: Undo | undefined } | null>(null)
  const [isHeld, setHeld] = useState(false)
  const say = useCallback<ShowToast>((text, undo) => setSaid({ text, undo }), [])
  const undoing = useMutation({
    mutationKey: ['desk', 'undo'],
    mutationFn: (undo: Undo) => undo(),
    onSuccess: () => say(texts.undone),
    onError: (error) => say(refusalText(error)),
  })
  useEffect(() => {
    if (!said || isHeld) return
    const leaving = setTimeout(() => setSaid(null), staysMs)
    return () => clearTimeout(leaving)
  }, [said, isHeld])

  const take = (undo: Undo) => {
    setSaid(null)
    setHeld(false)
    focusHead()
    undoing.mutate(undo)
  }
  const { text, undo } = said ?? {}
  return (
    <ToastContext value={say}>
      {children}
      {text && (
        <Toast at="foot" onHold={setHeld}>
          <span className="py-1.5">{text}</span>
          {undo && (
            <Button variant="link" className="text-on-night hover:text-on-night" onClick={() => take(undo)}>
              {texts.undo}
            </Button>
          )}
        </Toast>
      )}
    </ToastContext>
  )
}

/** Where reading goes on after an action whose button went away with what it was done to. */
export function focusHead(): void {
  document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
}
