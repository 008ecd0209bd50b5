/** As whom the tables and files are looked at. */
export type Actor =
  | { role: 'service_role' }
  | { role: 'anon' }
  | { role: 'authenticated'; userId: string; name: string }

export type Role = Actor['role']

/** The server itself, past every policy. */
export const server: Actor = { role: 'service_role' }

/** What tells an actor from every other: two people may have one name. */
export function keyOf(actor: Actor): string {
  return actor.role === 'authenticated' ? `authenticated ${actor.userId}` : actor.role
}

/** How an actor is named in a sentence. */
export function nameOf(actor: Actor): string {
  return actor.role === 'authenticated' ? actor.name : actor.role
}
