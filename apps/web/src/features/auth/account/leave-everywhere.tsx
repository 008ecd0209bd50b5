import { accountTexts } from '@app/content/ru/ui/account'
import { useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { signOutEverywhere } from '../sign-out.ts'
import { AccountPart } from './account-part.tsx'

const texts = accountTexts.leave

/** Signs out on every device; this one forgets the user and returns to the first page. */
export function LeaveEverywhere() {
  const config = useConfig()
  const [status, setStatus] = useState<'idle' | 'leaving' | 'failed'>('idle')

  async function leave() {
    setStatus('leaving')
    if (!(await signOutEverywhere(config))) setStatus('failed')
  }

  return (
    <AccountPart title={texts.title} text={texts.text}>
      {status === 'failed' && <Alert variant="error">{texts.failed}</Alert>}
      <Button variant="outline" size="sm" busy={status === 'leaving'} onClick={leave}>
        {texts.button}
      </Button>
    </AccountPart>
  )
}
