import { deskTexts } from '@app/content/ru/ui/desk/shell'
import { Button } from '#web/ui/button.tsx'
import { FactorCodeForm } from './factor-code-form.tsx'
import { KnownFactors } from './known-factors.tsx'

const texts = deskTexts.proof

type FreshProofProps = { submit: string; onShown: () => void; onKept: () => void }

/** Asks for a second-factor code; the pending action continues afterwards. */
export function FreshProof({ submit, onShown, onKept }: FreshProofProps) {
  return (
    <div className="grid gap-3">
      <div>
        <p className="font-medium">{texts.title}</p>
        <p className="text-label text-ink-soft">{texts.text}</p>
      </div>
      <KnownFactors>
        {(factors) => (
          <FactorCodeForm factors={factors} submit={submit} onShown={onShown}>
            <Button variant="outline" onClick={onKept}>
              {texts.keep}
            </Button>
          </FactorCodeForm>
        )}
      </KnownFactors>
    </div>
  )
}
