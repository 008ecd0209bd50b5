import { secondFactorTexts } from '@app/content/ru/ui/second-factor'
import type { ReactNode } from 'react'
import { PasskeySignIn } from '#web/components/passkeys/passkey-sign-in.tsx'
import { FactorEnrolment } from '#web/components/second-factor/enrolment.tsx'
import { FactorCodeForm } from '#web/components/second-factor/factor-code-form.tsx'
import { KnownFactors } from '#web/components/second-factor/known-factors.tsx'
import { Container } from '#web/ui/container.tsx'

const { enrolment, challenge } = secondFactorTexts

/** A page of the staff's for one of them who has not shown a second factor yet: adds the first one, or asks for its code. */
export function SecondFactorGate({ onShown }: { onShown: () => void }) {
  return (
    <KnownFactors>
      {(factors) =>
        factors.length === 0 ? (
          <Step title={enrolment.title} text={enrolment.text}>
            <FactorEnrolment onAdded={onShown} />
          </Step>
        ) : (
          <Step title={challenge.title} text={challenge.text}>
            <FactorCodeForm factors={factors} submit={challenge.submit} onShown={onShown} />
            <PasskeySignIn onSignedIn={onShown} />
            <p className="max-w-[34rem] text-label text-ink-soft">{challenge.lost}</p>
          </Step>
        )
      }
    </KnownFactors>
  )
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Container className="grid min-h-[60svh] content-center justify-items-start gap-6 py-12">
      <h1 className="headline text-title">{title}</h1>
      <p className="max-w-[34rem] text-lg text-ink-soft">{text}</p>
      {children}
    </Container>
  )
}
