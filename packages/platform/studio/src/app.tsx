import { useEffect, useState } from 'react'
import type { SessionFacts } from '../../src/studio/wire.ts'
import { ask, onSignedOut } from './api/ask.ts'
import { SignIn } from './session/sign-in.tsx'
import { Shell } from './shell/shell.tsx'

type Session = 'unknown' | 'signed-in' | 'signed-out'
type Facts = Pick<SessionFacts, 'lastsSeconds'>

/** The sign-in, or everything behind it. */
export function App() {
  const [session, setSession] = useState<Session>('unknown')
  const [facts, setFacts] = useState<Facts | null>(null)
  useEffect(() => {
    onSignedOut(() => setSession('signed-out'))
    ask<SessionFacts>('GET', 'session').then(
      ({ body }) => {
        setFacts(body)
        setSession(body.endsAt ? 'signed-in' : 'signed-out')
      },
      () => setSession('signed-out'),
    )
  }, [])
  if (session === 'unknown') return null
  if (session === 'signed-out') return <SignIn facts={facts} onDone={() => setSession('signed-in')} />
  return <Shell onSignedOut={() => setSession('signed-out')} />
}
