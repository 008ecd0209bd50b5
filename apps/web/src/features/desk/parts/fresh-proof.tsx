import { deskTexts } from '@app/content/ru/ui/desk/shell'
import { FactorCodeForm } from '#web/components/second-factor/factor-code-form.tsx'
import { KnownFactors } from '#web/components/second-factor/known-factors.tsx'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'

const texts = deskTexts.proof

type FreshProofProps = { submit: string; onShown: () => void; onKept: () => void }

/** Asks for a code of now; the deed that waits for it goes on by itself. */
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

/** Whether a deed was refused for want of what a code of the authenticator app mends. */
export function wantsProof(error: Error | null): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'fresh_sign_in_required' || error.code === 'second_factor_required'
}
