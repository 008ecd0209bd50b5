import { passkeyTexts as texts } from '@app/content/ru/ui/passkeys'
import { formatInstant } from '@app/content/ru/writing/date'
import { useState } from 'react'
import { ConfirmRemoval } from '#web/components/confirm-removal.tsx'
import { FreshProof } from '#web/components/second-factor/fresh-proof.tsx'
import { useConfig } from '#web/lib/config.ts'
import { type Passkey, removePasskey, renamePasskey } from '#web/lib/session/passkeys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import { textOfRefusal } from './text-of-refusal.ts'

type PasskeyLineProps = { passkey: Passkey; onChanged: () => void }

/**
 * Shows a passkey with its name and last use, and buttons to rename and remove it, which may
 * require a recent proof.
 */
export function PasskeyLine({ passkey, onChanged }: PasskeyLineProps) {
  const config = useConfig()
  const [status, setStatus] = useState<'idle' | 'renaming' | 'asking' | 'removing' | 'proving'>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const { id, name, addedAt, usedAt } = passkey

  async function rename(wanted: string) {
    const refusal = await renamePasskey(config, { id, name: wanted })
    if (refusal) return refusal
    setStatus('idle')
    onChanged()
    return null
  }

  async function remove() {
    setStatus('removing')
    setProblem(null)
    const refusal = await removePasskey(config, id)
    if (refusal?.code === 'reauthentication_needed') return setStatus('proving')
    setStatus('idle')
    setProblem(refusal && textOfRefusal(refusal))
    if (!refusal) onChanged()
  }

  if (status === 'renaming') {
    return (
      <li>
        <PasskeyNameForm
          initial={name}
          submit={texts.renameSubmit}
          cancel={texts.renameCancel}
          onSubmit={rename}
          onCancel={() => setStatus('idle')}
        />
      </li>
    )
  }
  if (status === 'proving') {
    return (
      <li>
        <FreshProof
          submit={texts.confirmRemove}
          onShown={() => void remove()}
          onKept={() => setStatus('idle')}
        />
      </li>
    )
  }
  return (
    <li className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid min-w-0">
          <span className="break-words font-medium">{name || texts.unnamed}</span>
          <span className="text-label text-ink-soft">
            {`${texts.addedOn(formatInstant(addedAt))}, ${usedAt ? texts.usedOn(formatInstant(usedAt)) : texts.notUsed}`}
          </span>
        </div>
        {status === 'idle' && (
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" size="sm" onClick={() => setStatus('renaming')}>
              {texts.rename}
            </Button>
            <Button variant="outline" size="sm" onClick={() => setStatus('asking')}>
              {texts.remove}
            </Button>
          </div>
        )}
      </div>
      {status !== 'idle' && (
        <div className="grid gap-3">
          <p>{texts.removeText}</p>
          <ConfirmRemoval
            texts={texts}
            isRemoving={status === 'removing'}
            onKeep={() => setStatus('idle')}
            onRemove={remove}
          />
        </div>
      )}
      {problem && <Alert variant="error">{problem}</Alert>}
    </li>
  )
}
