import { useState } from 'react'
import type { Actor } from '../actor/actor.ts'
import { ask } from '../api/ask.ts'
import { AskFirst } from '../parts/ask-first.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { formatInstant } from '../parts/format.ts'
import { Failure } from '../parts/notice.tsx'
import { askOfUser, isBanned, isConfirmed, nameOfUser, type User } from './user.ts'

type UserDialogProps = {
  user: User
  onClose: () => void
  onDone: (words: string) => void
  onActAs: (actor: Actor) => void
}

/** One user, and what may be done to them. None of it writes them a mail. */
export function UserDialog({ user, onClose, onDone, onActAs }: UserDialogProps) {
  const [error, setError] = useState<unknown>(null)
  const name = nameOfUser(user)

  const doing = (work: () => Promise<unknown>, words: string) => async () => {
    try {
      await work()
      onDone(words)
    } catch (failed) {
      setError(failed)
    }
  }
  const change = (body: Record<string, unknown>) => () => askOfUser('PUT', user.id, body)

  return (
    <Dialog title={name} onClose={onClose}>
      <UserFacts user={user} />
      {error !== null && <Failure error={error} />}
      <div className="actions">
        <button
          type="button"
          className="primary"
          onClick={() => onActAs({ role: 'authenticated', userId: user.id, name })}
        >
          See tables as {name}
        </button>
        {!isConfirmed(user) && user.email && (
          <AskFirst
            label="Confirm"
            question={`Confirm ${name} without a mail? A password from before, which may be a stranger’s, goes.`}
            doIt="Confirm the email"
            onYes={doing(change({ email_confirm: true }), `${name} is confirmed.`)}
          />
        )}
        {isBanned(user) ? (
          <AskFirst
            label="Lift the ban"
            question={`Let ${name} sign in again?`}
            doIt="Lift it"
            onYes={doing(change({ ban_duration: 'none' }), `${name} may sign in again.`)}
          />
        ) : (
          <AskFirst
            label="Ban for a day"
            question={`Keep ${name} from signing in for 24 hours?`}
            doIt="Ban the user"
            onYes={doing(change({ ban_duration: '24h' }), `${name} is banned for 24 hours.`)}
          />
        )}
        <AskFirst
          label="End sessions"
          question={`Sign ${name} out everywhere, and void codes and links on their way?`}
          doIt="End all sessions"
          onYes={doing(() => ask('DELETE', `users/${user.id}/sessions`), `${name} is signed out everywhere.`)}
        />
        <AskFirst
          label="Delete"
          question={`Delete ${name} with all that hangs on the account? It does not come back.`}
          doIt="Delete the user"
          isGrave
          onYes={doing(() => askOfUser('DELETE', user.id, {}), `${name} is deleted.`)}
        />
      </div>
    </Dialog>
  )
}

function UserFacts({ user }: { user: User }) {
  return (
    <dl>
      <dt>Id</dt>
      <dd>
        <code>{user.id}</code>
      </dd>
      <dt>Created</dt>
      <dd>{formatInstant(user.created_at)}</dd>
      <dt>Last sign-in</dt>
      <dd>{formatInstant(user.last_sign_in_at)}</dd>
      <dt>Role</dt>
      <dd>{user.role}</dd>
      <dt>app_metadata</dt>
      <dd>
        <code>{JSON.stringify(user.app_metadata)}</code>
      </dd>
      <dt>user_metadata</dt>
      <dd>
        <code>{JSON.stringify(user.user_metadata)}</code>
      </dd>
    </dl>
  )
}
