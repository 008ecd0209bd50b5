import { loginTexts } from '@app/content/ru/ui/login'
import { displayName } from '@app/domain/auth/display-name'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { RefusalAlert } from '../login/refusal-alert.tsx'
import type { LinkQuestion } from './follow-link.ts'

const texts = loginTexts.link

type LinkDialogProps = { question: LinkQuestion; onClose: () => void }

/** Asks, before a link signs anybody in, whether this is the account they mean. Anything but a yes is a no. */
export default function LinkDialog({ question, onClose }: LinkDialogProps) {
  const { email, present, accept, decline } = question
  const [status, setStatus] = useState<'asking' | 'entering' | 'failed'>('asking')

  async function enter() {
    setStatus('entering')
    try {
      await accept()
      onClose()
    } catch {
      setStatus('failed')
    }
  }

  function refuse() {
    if (status === 'entering') return
    void decline()
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && refuse()}>
      <DialogContent
        title={texts.title}
        description={
          <>
            {texts.before}
            <b className="font-medium [overflow-wrap:anywhere]">{email}</b>
            {texts.after}
          </>
        }
        closeLabel={texts.decline}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <div className="grid gap-4">
          {present && <p>{texts.present(displayName(present))}</p>}
          <RefusalAlert refusal={status === 'failed' ? { code: 'link_failed' } : null} />
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" disabled={status === 'entering'} onClick={refuse}>
              {texts.decline}
            </Button>
            <Button busy={status === 'entering'} onClick={enter}>
              {texts.accept}
            </Button>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  )
}
