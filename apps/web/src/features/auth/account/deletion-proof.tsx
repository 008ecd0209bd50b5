import { accountTexts } from '@app/content/ru/ui/account'
import { useState } from 'react'
import { FactorCodeForm } from '#web/components/second-factor/factor-code-form.tsx'
import { KnownFactors } from '#web/components/second-factor/known-factors.tsx'
import type { Person } from '#web/lib/session/session-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { MailCodeProof } from './mail-code-proof.tsx'
import { PasswordProof } from './password-proof.tsx'

const texts = accountTexts.deletion.proof

type DeletionProofProps = { person: Person; onProven: () => void; onKept: () => void }

/** Asks for a recent proof before the deletion: a code of the authenticator app if there is one. */
export function DeletionProof({ person, onProven, onKept }: DeletionProofProps) {
  const [way, setWay] = useState<'code' | 'password'>('code')
  const email = person.email ?? ''
  const keep = (
    <Button variant="outline" size="sm" onClick={onKept}>
      {accountTexts.deletion.keep}
    </Button>
  )
  return (
    <div className="grid w-full gap-4">
      <p className="text-label">{texts.why}</p>
      <KnownFactors>
        {(factors) => {
          if (factors.length > 0) {
            return (
              <FactorCodeForm factors={factors} submit={texts.submit} onShown={onProven}>
                {keep}
              </FactorCodeForm>
            )
          }
          return way === 'code' ? (
            <MailCodeProof email={email} onProven={onProven}>
              {keep}
              <Button variant="link" onClick={() => setWay('password')}>
                {texts.byPassword}
              </Button>
            </MailCodeProof>
          ) : (
            <PasswordProof email={email} onProven={onProven}>
              {keep}
              <Button variant="link" onClick={() => setWay('code')}>
                {texts.byCode}
              </Button>
            </PasswordProof>
          )
        }}
      </KnownFactors>
    </div>
  )
}
