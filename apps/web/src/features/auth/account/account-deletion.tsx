import { accountTexts } from '@app/content/ru/ui/account'
import { useState } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { useConfig } from '#web/lib/config.ts'
import { setFlash } from '#web/lib/device/flash-message.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { resetToSignedOut } from '../sign-out.ts'
import { AccountPart } from './account-part.tsx'
import { deleteAccount } from './delete-account.ts'
import { DeletionProof } from './deletion-proof.tsx'

const texts = accountTexts.deletion

type Status = 'idle' | 'asking' | 'deleting' | 'proving' | 'failed'

type AccountDeletionProps = {
  person: Person
  messagesLeft: number
  /** The numbers of orders for paid consultations that were not held. */
  consultations: readonly number[]
}

/** Deletes the account, after a second press and a fresh proof, and starts the page anew without it. */
export function AccountDeletion({ person, messagesLeft, consultations }: AccountDeletionProps) {
  const config = useConfig()
  const [status, setStatus] = useState<Status>('idle')

  async function remove() {
    setStatus('deleting')
    try {
      if ((await deleteAccount(config)) === 'proof_wanted') return setStatus('proving')
      resetToSignedOut(config, () => setFlash('account_deleted'))
    } catch {
      setStatus('failed')
    }
  }

  return (
    <AccountPart
      id="account-deletion"
      title={status === 'idle' ? texts.title : texts.confirmTitle}
      text={texts.text}
    >
      {consultations.map((invId) => (
        <LostPurchase key={invId} text={texts.consultation(invId)} refund={texts.refundOfConsultation} />
      ))}
      {messagesLeft > 0 && <LostPurchase text={texts.program(messagesLeft)} refund={texts.refund} />}
      {status === 'failed' && <DeletionFailed email={config.owner.email} />}
      {status === 'idle' && (
        <Button variant="outline" size="sm" onClick={() => setStatus('asking')}>
          {texts.button}
        </Button>
      )}
      {status === 'proving' && (
        <DeletionProof person={person} onProven={remove} onKept={() => setStatus('idle')} />
      )}
      {(status === 'asking' || status === 'deleting' || status === 'failed') && (
        <div className="flex flex-wrap gap-3">
          <Button
            variant="outline"
            size="sm"
            disabled={status === 'deleting'}
            onClick={() => setStatus('idle')}
          >
            {texts.keep}
          </Button>
          <Button variant="destructive" size="sm" busy={status === 'deleting'} onClick={remove}>
            {texts.confirm}
          </Button>
        </div>
      )}
    </AccountPart>
  )
}

/** Shows what was paid for and would not come any more. */
function LostPurchase({ text, refund }: { text: string; refund: string }) {
  return (
    <Alert variant="waiting">
      {text}{' '}
      <PageLink to="/terms#refund" className="underline underline-offset-4">
        {refund}
      </PageLink>
    </Alert>
  )
}

function DeletionFailed({ email }: { email: string }) {
  return (
    <Alert variant="error">
      {texts.failed}{' '}
      <a href={`mailto:${email}?subject=${encodeURIComponent(texts.subject)}`} className="underline">
        {email}
      </a>
    </Alert>
  )
}
