import { useState } from 'react'
import { UserChooser } from '../users/user-chooser.tsx'
import { type Actor, nameOf, server } from './actor.ts'

const explained = {
  service_role: 'Policies do not apply',
  anon: 'A visitor without an account',
  authenticated: 'Signed in, under the policies',
} as const

/** Chooses as whom tables and files are seen. */
export function ActorPicker({ actor, onChange }: { actor: Actor; onChange: (actor: Actor) => void }) {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className="actor" data-role={actor.role}>
      <span className="actor-label" id="actor-label">
        Acting as
      </span>
      <fieldset className="segments" aria-labelledby="actor-label">
        <RoleButton
          isOn={actor.role === 'service_role'}
          onClick={() => onChange(server)}
          name="service_role"
        />
        <RoleButton isOn={actor.role === 'anon'} onClick={() => onChange({ role: 'anon' })} name="anon" />
        <RoleButton
          isOn={actor.role === 'authenticated'}
          onClick={() => setChoosing(true)}
          name={actor.role === 'authenticated' ? nameOf(actor) : 'a user…'}
        />
      </fieldset>
      <span className="actor-means">{explained[actor.role]}</span>
      {isChoosing && (
        <UserChooser
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false)
            onChange(chosen)
          }}
        />
      )}
    </div>
  )
}

function RoleButton({ isOn, name, onClick }: { isOn: boolean; name: string; onClick: () => void }) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onClick} title={name}>
      {name}
    </button>
  )
}
