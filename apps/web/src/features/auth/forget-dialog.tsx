import { forgetTexts as texts } from '@app/content/ru/ui/forget'
import { useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { clearDeviceData, hasUnsentAttempt } from './sign-out.ts'

type Step = 'explain' | 'unsent'

export type ForgetDialogProps = {
  /** `explain` says first what would be forgotten; `unsent` that a result would be lost with it. */
  step: Step
  /** The element that gets the focus back. */
  returnFocusTo: HTMLElement | null
  onClose: () => void
}

/** Asks before this browser forgets its person. A result that the server does not have yet is never dropped unasked. */
export function ForgetDialog({ step: first, returnFocusTo, onClose }: ForgetDialogProps) {
  const config = useConfig()
  const [step, setStep] = useState(first)
  const [isBusy, setBusy] = useState(false)
  const { title, text, confirm } = texts[step]

  async function forget() {
    setBusy(true)
    if (step === 'explain' && (await hasUnsentAttempt(config))) {
      setStep('unsent')
      setBusy(false)
    } else await clearDeviceData(config)
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !isBusy && onClose()}>
      <DialogContent title={title} description={text} closeLabel={texts.keep} returnFocusTo={returnFocusTo}>
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            {texts.keep}
          </Button>
          <Button variant="destructive" busy={isBusy} onClick={forget}>
            {confirm}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}
