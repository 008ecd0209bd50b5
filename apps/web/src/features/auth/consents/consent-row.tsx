import {
  type ConsentText,
  healthConsent,
  marketingConsent,
  messagesConsent,
} from '@app/content/ru/legal/consent'
import { consentTexts as texts } from '@app/content/ru/ui/consents'
import type { Owner } from '@app/contracts/client-config'
import type { ConsentStandingBody } from '@app/contracts/consents'
import type { ConsentKind } from '@app/domain/consents/consent'
import { useMutation } from '@tanstack/react-query'
import { RichBlocks } from '#web/components/rich-text.tsx'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { type ConsentCircumstances, canActOnConsent, consentStatusText } from './consent-status.ts'
import { consentMutation } from './consents-query.ts'

const textFor = {
  health: healthConsent,
  marketing: marketingConsent,
  messages: messagesConsent,
} satisfies Record<ConsentKind, (owner: Owner) => ConsentText>

type ConsentRowProps = {
  userId: string
  standing: ConsentStandingBody
  circumstances: ConsentCircumstances
}

/** A consent with its status and the user's action. */
export function ConsentRow({ userId, standing, circumstances }: ConsentRowProps) {
  const { owner } = useConfig()
  const { kind } = standing
  const text = textFor[kind](owner)
  return (
    <li
      data-consent={kind}
      data-state={standing.state}
      className="grid gap-x-8 gap-y-3 py-5 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <h4 className="font-medium">{texts.kinds[kind].title}</h4>
        <p className="mt-1 text-label text-ink-soft">{texts.kinds[kind].about}</p>
        <p className="mt-1 text-label">{consentStatusText(standing, circumstances)}</p>
        {standing.change === 'delete_account' && (
          <p className="mt-1 text-label text-ink-soft">{texts.endsWithAccount}</p>
        )}
        <FullText text={text} />
      </div>
      {canActOnConsent(standing, circumstances) && (
        <ChangeButton userId={userId} standing={standing} version={text.version} />
      )}
    </li>
  )
}

function FullText({ text }: { text: ConsentText }) {
  return (
    <details className="mt-1 text-sm text-ink-soft">
      <summary className="inline-flex min-h-9 items-center underline decoration-line-strong underline-offset-4 hover:text-ink">
        {texts.fullText}
      </summary>
      <div className="mt-2 grid gap-2 rounded-xl border border-line p-4 leading-relaxed">
        <p className="font-medium text-ink">{text.title}</p>
        <RichBlocks blocks={text.text} />
      </div>
    </details>
  )
}

type ChangeButtonProps = { userId: string; standing: ConsentStandingBody; version: string }

function ChangeButton({ userId, standing: { kind, change }, version }: ChangeButtonProps) {
  const mutation = useMutation(consentMutation(useConfig(), userId))
  if (change === 'take_quiz') return null
  if (change === 'delete_account') {
    return (
      <a
        href="#account-deletion"
        className={buttonStyle({ variant: 'outline', size: 'sm', className: actionPlacement })}
      >
        {texts.toDeletion}
      </a>
    )
  }
  const { title } = texts.kinds[kind]
  const isGiving = change === 'give'
  return (
    <div className={`grid gap-3 ${actionPlacement}`}>
      <Button
        variant="outline"
        size="sm"
        aria-label={isGiving ? texts.giveOf(title) : texts.withdrawOf(title)}
        busy={mutation.isPending}
        onClick={() => mutation.mutate({ kind, act: isGiving ? 'given' : 'withdrawn', version })}
      >
        {isGiving ? texts.give : texts.withdraw}
      </Button>
      {mutation.isError && <Alert variant="error">{texts.notSaved}</Alert>}
    </div>
  )
}

const actionPlacement = 'justify-self-start self-start sm:justify-self-end'
