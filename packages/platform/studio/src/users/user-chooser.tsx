import { useState } from 'react'
import type { Actor } from '../actor/actor.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/notice.tsx'
import { useAsked } from '../parts/use-asked.ts'
import { listUsers, nameOfUser } from './user.ts'

/** Chooses a user to act as. */
export function UserChooser({
  onClose,
  onChoose,
}: {
  onClose: () => void
  onChoose: (actor: Actor) => void
}) {
  const [search, setSearch] = useState('')
  const [found] = useAsked(search, () => listUsers(search.toLowerCase(), { page: 1, size: 20 }))
  return (
    <Dialog title="Act as a user" onClose={onClose}>
      <input
        type="search"
        aria-label="Find a user"
        placeholder="Part of an email"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.status === 'failed' && <Failure error={found.error} />}
      {found.value?.users.length === 0 && <p className="quiet">Nobody is found.</p>}
      <ul className="entries">
        {found.value?.users.map((user) => (
          <li key={user.id}>
            <button
              type="button"
              onClick={() => onChoose({ role: 'authenticated', userId: user.id, name: nameOfUser(user) })}
            >
              <span className="entry-name">{nameOfUser(user)}</span>
              <span className="quiet">{user.id}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="quiet">Their claims are those of a sign-in by password (aal1). They are told nothing.</p>
    </Dialog>
  )
}
