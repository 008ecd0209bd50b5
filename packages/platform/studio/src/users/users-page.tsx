import { type ReactNode, useState } from 'react'
import type { Actor } from '../actor/actor.ts'
import { formatInstant } from '../parts/format.ts'
import { Done, Empty, Failure } from '../parts/notice.tsx'
import { Pager } from '../parts/pager.tsx'
import { Scroller } from '../parts/scroller.tsx'
import { useAsked } from '../parts/use-asked.ts'
import { NewUser } from './new-user.tsx'
import { isBanned, isConfirmed, listUsers, nameOfUser, type User } from './user.ts'
import { UserDialog } from './user-dialog.tsx'

const pageSize = 50

/** Everybody who has an account. */
export function UsersPage({ onActAs }: { onActAs: (actor: Actor) => void }) {
  const [search, setSearch] = useState('')
  const [offset, setOffset] = useState(0)
  const [open, setOpen] = useState<User | 'new' | null>(null)
  const [said, setSaid] = useState<ReactNode>(null)
  const [found, reload] = useAsked(`${offset} ${search}`, () =>
    listUsers(search.toLowerCase(), { page: offset / pageSize + 1, size: pageSize }),
  )

  function done(words: string) {
    setOpen(null)
    setSaid(<Done>{words}</Done>)
    reload()
  }

  return (
    <div className="page">
      <div className="title">
        <h1>Users</h1>
        <input
          type="search"
          aria-label="Find users"
          placeholder="Part of an email or a full name"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setOffset(0)
          }}
        />
      </div>
      <div className="toolbar">
        <button type="button" onClick={() => setOpen('new')}>
          Create a user
        </button>
        {found.value && (
          <Pager
            offset={offset}
            shown={found.value.users.length}
            size={pageSize}
            total={found.value.total}
            onOffset={setOffset}
          />
        )}
      </div>
      {said}
      {found.status === 'failed' && <Failure error={found.error} />}
      {found.status === 'loading' && found.value === null && <p className="loading">Reading users…</p>}
      {found.value?.users.length === 0 && (
        <Empty title="Nobody here">
          {search === '' ? 'No account has been made yet.' : 'Nobody is found by these words.'}
        </Empty>
      )}
      {found.value && found.value.users.length > 0 && (
        <UsersTable users={found.value.users} onOpen={setOpen} />
      )}
      {open === 'new' && <NewUser onClose={() => setOpen(null)} onDone={done} />}
      {open !== null && open !== 'new' && (
        <UserDialog user={open} onClose={() => setOpen(null)} onDone={done} onActAs={onActAs} />
      )}
    </div>
  )
}

function UsersTable({ users, onOpen }: { users: readonly User[]; onOpen: (user: User) => void }) {
  return (
    <Scroller name="Users">
      <table className="facts">
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col">State</th>
            <th scope="col">Created</th>
            <th scope="col">Last sign-in</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id}>
              <th scope="row">
                <button type="button" className="link" onClick={() => onOpen(user)}>
                  {nameOfUser(user)}
                </button>
              </th>
              <td>
                <StateOf user={user} />
              </td>
              <td>{formatInstant(user.created_at)}</td>
              <td>{formatInstant(user.last_sign_in_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function StateOf({ user }: { user: User }) {
  if (isBanned(user)) return <span className="warning">banned until {formatInstant(user.banned_until)}</span>
  if (user.is_anonymous) return <span className="quiet">anonymous</span>
  return isConfirmed(user) ? <span>confirmed</span> : <span className="quiet">not confirmed</span>
}
