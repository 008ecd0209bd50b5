import { sessionTexts as texts } from '@app/content/ru/ui/session'
import { type ComponentType, useRef, useState } from 'react'
import { footerLinkStyle } from '#web/components/site-footer.tsx'
import { onPressElsewhere } from '#web/lib/page/press-elsewhere.ts'
import type { ForgetDialogProps } from './forget-dialog.tsx'

/**
 * Lets whoever uses this browser have it forget them, signed in or not. What it asks comes in a script of its own; whoever presses
 * something else meanwhile wants that.
 */
export function ForgetButton() {
  const [Dialog, setDialog] = useState<ComponentType<ForgetDialogProps> | null>(null)
  const [isFailed, setFailed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  async function open() {
    setFailed(false)
    let isWanted = true
    const end = onPressElsewhere(() => {
      isWanted = false
    })
    try {
      const { ForgetDialog } = await import('./forget-dialog.tsx')
      if (isWanted) setDialog(() => ForgetDialog)
    } catch {
      if (isWanted) setFailed(true)
    }
    end()
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
