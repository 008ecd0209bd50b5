import { useEffect, useState } from 'react'
import { ask, onSignedOut } from './api/ask.ts'
import { SignIn } from './session/sign-in.tsx'
import { Shell } from './shell/shell.tsx'

type Session = 'unknown' | 'signed-in' | 'signed-out'

/** The sign-in, or everything behind it. */
export function App() {
  const [session, setSession] = useState<Session>('unknown')
  useEffect(() => {
    onSignedOut(() => setSession('signed-out'))
    ask<{ endsAt: string | null }>('GET', 'session').then(
      ({ body }) => setSession(body.endsAt ? 'signed-in' : 'signed-out'),
      () => setSession('signed-out'),
    )
  }, [])
  if (session === 'unknown') return null
  if (session === 'signed-out') return <SignIn onDone={() => setSession('signed-in')} />
  return <Shell onSignedOut={() => setSession('signed-out')} />
}
