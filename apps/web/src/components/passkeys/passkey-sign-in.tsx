import { passkeyTexts as texts } from '@app/content/ru/ui/passkeys'
import { useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { hasPasskeys, signInWithPasskey } from '#web/lib/session/passkeys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { textOfRefusal } from './text-of-refusal.ts'

/**
 * Signs in with a passkey, without a mailed code or a second step. Renders nothing without
 * passkeys.
 */
export function PasskeySignIn({ onSignedIn }: { onSignedIn?: () => void }) {
  const config = useConfig()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!hasPasskeys(config)) return null

  async function signIn() {
    setAsking(true)
    setProblem(null)
    const refusal = await signInWithPasskey(config)
    setAsking(false)
    if (refusal) return setProblem(textOfRefusal(refusal))
    onSignedIn?.()
  }

  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-label text-ink-soft">{texts.or}</p>
      <Button variant="outline" size="lg" busy={isAsking} onClick={signIn}>
        {texts.signIn}
      </Button>
      {problem && <Alert variant="error">{problem}</Alert>}
    </div>
  )
}
