import { sessionTexts as texts } from '@app/content/ru/ui/session'
import { type ComponentType, useRef, useState } from 'react'
import { footerLinkStyle } from '#web/components/site-footer.tsx'
import type { ForgetDialogProps } from './forget-dialog.tsx'

/** Lets whoever uses this browser have it forget them, signed in or not. What it asks comes in a script of its own. */
export function ForgetButton() {
  const [Dialog, setDialog] = useState<ComponentType<ForgetDialogProps> | null>(null)
  const [isFailed, setFailed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  async function open() {
    setFailed(false)
    try {
      const { ForgetDialog } = await import('./forget-dialog.tsx')
      setDialog(() => ForgetDialog)
    } catch {
      setFailed(true)
    }
  }

  return (
    <>
      <button ref={button} type="button" onClick={open} className={footerLinkStyle}>
        {texts.forget}
      </button>
      {isFailed && (
        <p role="alert" className="text-label text-on-night">
          {texts.notOpened}
        </p>
      )}
      {Dialog && <Dialog step="explain" returnFocusTo={button.current} onClose={() => setDialog(null)} />}
    </>
  )
}
