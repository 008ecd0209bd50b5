import { type FormEvent, useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/notice.tsx'
import { askOfUser } from './user.ts'

/** Makes an account. Nobody is written to. */
export function NewUser({ onClose, onDone }: { onClose: () => void; onDone: (words: string) => void }) {
  const [error, setError] = useState<unknown>(null)

  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email') ?? '')
    const password = String(form.get('password') ?? '')
    const isConfirmed = form.get('confirmed') !== null
    try {
      await askOfUser('POST', '', { email, ...(password && { password }), email_confirm: isConfirmed })
      onDone(`${email} has an account. No mail was sent.`)
    } catch (failed) {
      setError(failed)
    }
  }

  return (
    <Dialog title="Create a user" onClose={onClose}>
      <form className="fields" onSubmit={create}>
        <div className="field">
          <label htmlFor="new-email">Email</label>
          <input id="new-email" name="email" type="email" autoComplete="off" required />
        </div>
        <div className="field">
          <label htmlFor="new-password">Password</label>
          <input id="new-password" name="password" type="password" autoComplete="new-password" />
        </div>
        <label className="check">
          <input type="checkbox" name="confirmed" defaultChecked /> The email is confirmed
        </label>
        <p className="quiet">No mail is sent. Without a password they sign in by a code.</p>
        {error !== null && <Failure error={error} />}
        <button type="submit" className="primary">
          Create the user
        </button>
      </form>
    </Dialog>
  )
}
