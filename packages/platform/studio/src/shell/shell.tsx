import { useState } from 'react'
import { type Actor, server } from '../actor/actor.ts'
import { ActorPicker } from '../actor/actor-picker.tsx'
import { ask } from '../api/ask.ts'
import { LogsPage } from '../logs/logs-page.tsx'
import { StoragePage } from '../storage/storage-page.tsx'
import { TablesPage } from '../tables/tables-page.tsx'
import { UsersPage } from '../users/users-page.tsx'
import { linkTo, useRoute } from './use-route.ts'

const places = ['tables', 'users', 'storage', 'logs'] as const
type Place = (typeof places)[number]

/** The frame of every page: where one is, and as whom. */
export function Shell({ onSignedOut }: { onSignedOut: () => void }) {
  const [first = 'tables', ...rest] = useRoute()
  const [actor, setActor] = useState<Actor>(server)
  const place = places.find((name) => name === first) ?? 'tables'
  const signOut = () => void ask('DELETE', 'session').finally(onSignedOut)
  // Accounts and logs are the server's own.
  const hasActor = place === 'tables' || place === 'storage'
  return (
    <div className="shell" data-role={hasActor ? actor.role : undefined}>
      <header>
        <strong className="brand">Studio</strong>
        <nav aria-label="Studio">
          {places.map((name) => (
            <a key={name} href={linkTo(name)} aria-current={name === place ? 'page' : undefined}>
              {titles[name]}
            </a>
          ))}
        </nav>
        {hasActor && <ActorPicker actor={actor} onChange={setActor} />}
        <button type="button" className="plain sign-out" onClick={signOut}>
          Sign out
        </button>
      </header>
      <main>
        <CurrentPage place={place} rest={rest} actor={actor} onActor={setActor} />
      </main>
    </div>
  )
}

const titles: Record<Place, string> = { tables: 'Tables', users: 'Users', storage: 'Storage', logs: 'Logs' }

type PageProps = { place: Place; rest: readonly string[]; actor: Actor; onActor: (actor: Actor) => void }

function CurrentPage({ place, rest, actor, onActor }: PageProps) {
  switch (place) {
    case 'tables':
      return <TablesPage actor={actor} schema={rest[0] ?? null} name={rest[1] ?? null} />
    case 'users':
      return (
        <UsersPage
          onActAs={(chosen) => {
            onActor(chosen)
            window.location.hash = linkTo('tables')
          }}
        />
      )
    case 'storage':
      return <StoragePage actor={actor} bucket={rest[0] ?? null} folder={rest.slice(1).join('/')} />
    case 'logs':
      return <LogsPage />
  }
}
