import { deskTexts } from '@app/content/ru/ui/desk/shell'
import { useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Toast } from '#web/ui/toast.tsx'
import { refusalText } from './query-result.tsx'

const texts = deskTexts.said
/** The time to read a toast, think and press. */
const toastMs = 10_000

type Undo = () => Promise<unknown>
type ShowToast = (text: string, undo?: Undo) => void

const ToastContext = createContext<ShowToast>(() => {})

/** Returns the function that shows a toast after an action, with an undo where that is possible. */
export const useToast = (): ShowToast => useContext(ToastContext)

/** Shows the last toast at the foot of the desk, over any view. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<{ text: string; undo: Undo | undefined } | null>(null)
  const [isHeld, setHeld] = useState(false)
  const show = useCallback<ShowToast>((text, undo) => setSaid({ text, undo }), [])
  const undoing = useMutation({
    mutationKey: ['desk', 'undo'],
    mutationFn: (undo: Undo) => undo(),
    onSuccess: () => show(texts.undone),
    onError: (error) => show(refusalText(error)),
  })
  useEffect(() => {
    if (!said || isHeld) return
    const leaving = setTimeout(() => setSaid(null), toastMs)
    return () => clearTimeout(leaving)
  }, [said, isHeld])

  const take = (undo: Undo) => {
    setSaid(null)
    setHeld(false)
    focusHeading()
    undoing.mutate(undo)
  }
  const { text, undo } = said ?? {}
  return (
    <ToastContext value={show}>
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

/** Focuses the heading after an action that removed its own button. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
}
