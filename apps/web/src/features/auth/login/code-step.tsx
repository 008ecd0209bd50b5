import { loginTexts } from '@app/content/ru/ui/login'
import type { FormEvent } from 'react'
import { formSubmitted } from '#web/lib/analytics/page-events.ts'
import { useConfig } from '#web/lib/config.ts'
import { useFocusOnMount } from '#web/lib/page/use-focus-on-mount.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckMark } from '#web/ui/check-mark.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { checkCode, sendCode } from '../auth-calls.ts'
import { type CodeDeliveryStatus, canSubmitCode, resendPauseMs } from './login-state.ts'
import { RefusalAlert } from './refusal-alert.tsx'
import { ResendButton } from './resend-button.tsx'
import type { StepProps } from './step-props.ts'

const texts = loginTexts.code

/** Asks for the code that was mailed, and sends another one when it does not come. */
export function CodeStep({ state, dispatch, onSignedIn }: StepProps<'code'> & { onSignedIn: () => void }) {
  const config = useConfig()
  const input = useFocusOnMount()
  const { email, code, purpose } = state

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!canSubmitCode(state)) return
    formSubmitted('login_code')
    dispatch({ type: 'check_started' })
    const refusal = await checkCode(config, { email, code, purpose })
    if (refusal) {
      dispatch({ type: 'check_refused', refusal })
      input.current?.select()
    } else if (purpose === 'recovery') dispatch({ type: 'recovery_verified' })
    else onSignedIn()
  }

  async function resend() {
    dispatch({ type: 'resend_requested' })
    input.current?.focus()
    const refusal = await sendCode(config, email, purpose)
    const now = Date.now()
    dispatch(
      refusal
        ? { type: 'code_not_sent', email, now, refusal }
        : { type: 'code_sent', email, resendAt: now + resendPauseMs(config) },
    )
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <DeliveryNote delivery={state.delivery} />
      <Field label={texts.label} hint={texts.hint}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            size="code"
            value={code}
            onChange={(event) => dispatch({ type: 'code_typed', text: event.target.value })}
          />
        )}
      </Field>
      <RefusalAlert refusal={state.refusal} />
      <Button type="submit" size="lg" disabled={!canSubmitCode(state)} busy={state.isChecking}>
        {submitText(state.isChecking, purpose)}
      </Button>
      <div className="grid justify-items-center gap-1">
        <ResendButton state={state} onResend={resend} />
        <p className="text-center text-label text-ink-soft">{texts.notFound}</p>
      </div>
      {config.environment === 'sandbox' && <SandboxNote />}
    </form>
  )
}

function submitText(isChecking: boolean, purpose: 'sign-in' | 'recovery'): string {
  if (isChecking) return texts.checking
  return purpose === 'sign-in' ? texts.submit : loginTexts.recovery.verify
}

/** Announces changes of the delivery. The dialog's description covers the first code. */
function DeliveryNote({ delivery }: { delivery: CodeDeliveryStatus }) {
  const isSaid = delivery === 'sending' || delivery === 'sent'
  const isUnderway = delivery === 'sending' || delivery === 'resending'
  return (
    <p
      role="status"
      className={isSaid ? 'sr-only' : '-mt-2 flex items-start gap-2 text-label text-meadow-deep'}
    >
      {isUnderway ? <Spinner className="mt-0.5 size-4" /> : <CheckMark className="mt-1 size-4 shrink-0" />}
      <span>{loginTexts.delivery[delivery]}</span>
    </p>
  )
}

/** Links to the sandbox's mailbox. */
function SandboxNote() {
  return (
    <p className="text-center text-label">
      <a
        href="/sandbox/mail"
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center text-meadow-deep underline underline-offset-4"
      >
        {texts.sandbox}
      </a>
    </p>
  )
}
