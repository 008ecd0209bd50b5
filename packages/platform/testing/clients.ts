import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { PlatformKeys } from '../src/platform.ts'

/** Where a server listens, and the keys that open it. */
export type Reachable = { url: string; keys: Pick<PlatformKeys, 'publishable' | 'secret'> }

/** One whose mails can be read. */
export type WithMails = Reachable & { lastMailTo: (email: string) => Code | Promise<Code> }

type Code = { code: string }

/** A client as a browser tab has it: the publishable key, and a session of its own once someone signs in. */
export function visitorClient(platform: Reachable): SupabaseClient {
  return clientWith(platform, platform.keys.publishable)
}

/** A client with the secret key, as our own server has it. */
export function serviceClient(platform: Reachable): SupabaseClient {
  return clientWith(platform, platform.keys.secret)
}

export function clientWith(platform: Reachable, key: string): SupabaseClient {
  return createClient(platform.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

/** Someone who has signed in with a mailed code, in a client of their own. */
export async function signedInClient(
  platform: WithMails,
  email: string,
): Promise<{ client: SupabaseClient; userId: string }> {
  const client = visitorClient(platform)
  const { error } = await client.auth.signInWithOtp({ email })
  if (error) throw error
  const { data, error: refused } = await client.auth.verifyOtp({
    email,
    token: (await platform.lastMailTo(email)).code,
    type: 'email',
  })
  if (refused || !data.user) throw refused ?? new Error('nobody was signed in')
  return { client, userId: data.user.id }
}

/** The token of whoever has signed in in a client. */
async function tokenOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? ''
}

/** Shows a code of a change of address in the session of whoever asked for the change. Supabase's clients send no session along. */
export async function agreeToChange(
  platform: Pick<Reachable, 'url'>,
  client: SupabaseClient,
  shown: { email: string; token: string } | { phone: string; token: string } | { token_hash: string },
) {
  return call(platform, '/auth/v1/verify', {
    method: 'POST',
    token: await tokenOf(client),
    body: JSON.stringify({ type: 'phone' in shown ? 'phone_change' : 'email_change', ...shown }),
  })
}

/** A call without a client library, for what those would not let through. */
export async function call(
  platform: Pick<Reachable, 'url'>,
  path: string,
  { key, token, headers, ...init }: RequestInit & { key?: string; token?: string } = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(`${platform.url}${path}`, {
    ...init,
    headers: {
      ...(key ? { apikey: key } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(headers as Record<string, string> | undefined),
    },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    body: isJson && text ? JSON.parse(text) : { text },
    headers: response.headers,
  }
}
