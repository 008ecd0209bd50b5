import { sessionTexts as texts } from '@app/content/ru/ui/sign-in/session'
import { type ComponentType, useRef, useState } from 'react'
import { footerLinkStyle } from '#web/components/site-footer.tsx'
import { untilNextClick } from '#web/lib/page/until-next-click.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { ForgetDialogProps } from './forget-dialog.tsx'

/**
 * Opens the dialog that clears the device, signed in or not. Its script loads on demand, and the
 * next click elsewhere cancels it.
 */
export function ClearDeviceButton() {
  const [Dialog, setDialog] = useState<ComponentType<ForgetDialogProps> | null>(null)
  const [status, setStatus] = useState<'idle' | 'loading' | 'failed'>('idle')
  const button = useRef<HTMLButtonElement>(null)

  async function open() {
    setStatus('loading')
    try {
      const part = await untilNextClick(import('./forget-dialog.tsx'), () => setStatus('idle'))
      if (!part) return
      setDialog(() => part.ForgetDialog)
      setStatus('idle')
    } catch {
      setStatus('failed')
    }
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-busy={status === 'loading' || undefined}
        onClick={open}
        className={footerLinkStyle}
      >
        {texts.forget}
        {status === 'loading' && <Spinner className="ml-2 size-4" />}
      </button>
      {status === 'failed' && (
        <p role="alert" className="text-label text-on-night">
          {texts.notOpened}
        </p>
      )}
      {Dialog && <Dialog step="explain" returnFocusTo={button.current} onClose={() => setDialog(null)} />}
    </>
  )
}
