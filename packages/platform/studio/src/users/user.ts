import { server } from '../actor/actor.ts'
import type { Answer } from '../api/ask.ts'
import { askAs } from '../api/services.ts'

/** As the admin interface of auth/v1 tells it. */
export type User = {
  id: string
  email?: string
  phone?: string
  created_at: string
  last_sign_in_at?: string | null
  email_confirmed_at?: string | null
  phone_confirmed_at?: string | null
  banned_until?: string | null
  is_anonymous?: boolean
  role: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
}

/** How a user is called: by what they sign in with. */
export function nameOfUser({ email, phone, id }: User): string {
  return email || (phone ? `+${phone}` : '') || `anonymous ${id.slice(0, 8)}`
}

export function isBanned({ banned_until: until }: User): boolean {
  return Boolean(until) && new Date(until ?? 0).getTime() > Date.now()
}

export function isConfirmed({ email_confirmed_at, phone_confirmed_at }: User): boolean {
  return Boolean(email_confirmed_at || phone_confirmed_at)
}

const path = 'auth/v1/admin/users'

/** Users, the newest first, whose address has the words in it. */
export async function listUsers(
  search: string,
  { page, size }: { page: number; size: number },
): Promise<{ users: User[]; total: number }> {
  const query = new URLSearchParams({ page: String(page), per_page: String(size), filter: search })
  const { body, headers } = await askAs<{ users: User[] }>(server, 'GET', `${path}?${query}`)
  return { users: body.users, total: Number(headers.get('x-total-count') ?? 0) }
}

/** The admin interface's calls on one user; an empty id makes a new one. */
export function askOfUser(
  method: 'POST' | 'PUT' | 'DELETE',
  id: string,
  body: unknown,
): Promise<Answer<User>> {
  return askAs<User>(server, method, id === '' ? path : `${path}/${id}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
}
