import type { AuthRefusal } from '@app/content/ru/auth-errors'
import { secondFactorTexts } from '@app/content/ru/ui/second-factor'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { type Enrolment, forgetEnrolment } from '#web/lib/session/enrolment.ts'
import { enrolmentQuery } from '#web/lib/session/second-factor.ts'
import { usePassingNote } from '#web/lib/use-passing-note.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { FactorCodeForm } from './factor-code-form.tsx'

const texts = secondFactorTexts.enrolment

type FactorEnrolmentProps = {
  onAdded: () => void
  /** Renders a form for a recent proof; `retry` continues afterwards. */
  whenStale?: (retry: () => void) => ReactNode
  children?: ReactNode
}

/** Adds an authenticator app: its key as a picture and as text, then a first code as the proof that the app has it. */
export function FactorEnrolment({ onAdded, whenStale, children }: FactorEnrolmentProps) {
  const config = useConfig()
  const { data, error, refetch } = useQuery(enrolmentQuery(config))
  const finish = () => {
    forgetEnrolment()
    onAdded()
  }
  if (error && whenStale && isStale(error)) return whenStale(() => void refetch())
  if (error) {
    return (
      <div className="grid justify-items-start gap-3">
        <Alert variant="error">{isStale(error) ? texts.signInAgain : secondFactorTexts.failed}</Alert>
        <Button variant="outline" onClick={() => void refetch()}>
          {secondFactorTexts.retry}
        </Button>
      </div>
    )
  }
  if (!data) return <Spinner className="m-6 size-8" label={secondFactorTexts.loading} />
  return (
    <ol className="grid w-full min-w-0 gap-7">
      <li className="grid justify-items-start gap-3">
        {data.isReplacing && <Alert variant="waiting">{texts.replaced}</Alert>}
        <p>{texts.scan}</p>
        <a href={data.address} className="rounded-card">
          <img
            src={data.qr}
            alt={texts.qr}
            width="208"
            height="208"
            className="rounded-card border border-line bg-white p-2"
          />
        </a>
        <KeyText enrolment={data} />
      </li>
      <li className="grid gap-3">
        <p>{texts.confirm}</p>
        <FactorCodeForm factors={[{ id: data.factorId }]} submit={texts.submit} onShown={finish}>
          {children}
        </FactorCodeForm>
        <p className="max-w-[34rem] text-label text-ink-soft">{texts.keepSafe}</p>
      </li>
    </ol>
  )
}

/** The sign-in is too old for a new app to be added in it. */
function isStale(refusal: AuthRefusal): boolean {
  return refusal.code === 'reauthentication_needed'
}

function KeyText({ enrolment: { key } }: { enrolment: Enrolment }) {
  const { note, show } = usePassingNote()
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-label text-ink-soft">{texts.key}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <output aria-label={texts.keyLabel} className="font-mono text-label tracking-wide">
          {key.match(/.{1,4}/g)?.join(' ')}
        </output>
        <Button
          variant="outline"
          size="sm"
          onClick={() => void navigator.clipboard.writeText(key).then(() => show('success', texts.copied))}
        >
          {note?.text ?? texts.copy}
        </Button>
      </div>
    </div>
  )
}
