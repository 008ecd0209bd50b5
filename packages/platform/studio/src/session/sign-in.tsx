import { type FormEvent, useState } from 'react'
import { span } from '../../../src/studio/span.ts'
import type { SessionFacts } from '../../../src/studio/wire.ts'
import { ask } from '../api/ask.ts'
import { json } from '../api/services.ts'
import { Failure } from '../parts/notice.tsx'

type SignInProps = {
  /** Null when the platform did not say. */
  facts: Pick<SessionFacts, 'lastsSeconds'> | null
  onDone: () => void
}

/** Asks for the service key, which goes to the server once and is kept nowhere in the browser. */
export function SignIn({ facts, onDone }: SignInProps) {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const key = String(new FormData(form).get('key') ?? '')
    setBusy(true)
    setError(null)
    try {
      await ask('POST', 'session', json({ key }))
      form.reset()
      onDone()
    } catch (failed) {
      setError(failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className="sign-in">
      <form onSubmit={submit}>
        <h1>Studio</h1>
        <p>Look at this platform’s data through the eyes of each role.</p>
        <label htmlFor="key">Service key</label>
        <input
          id="key"
          name="key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          // biome-ignore lint/a11y/noAutofocus: there is nothing else on this page.
          autoFocus
          aria-describedby="key-help"
        />
        <p id="key-help" className="quiet">
          <code>sb_secret_…</code>, from the first line that the platform prints, or its service_role token.
        </p>
        {error !== null && <Failure error={error} />}
        <button type="submit" className="primary" disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
        <p className="quiet">
          The key is checked and forgotten. The session ends{facts && ` after ${span(facts.lastsSeconds)},`}{' '}
          when you sign out, or when the platform stops.
        </p>
      </form>
    </main>
  )
}
