import type { AuthRefusal } from '@app/content/ru/auth-errors'
import type { ClientConfig } from '@app/contracts/client-config'
import { supportsPasskeys } from '@app/domain/auth/passkey-site'
import { queryOptions } from '@tanstack/react-query'
import { inAppBrowser } from '../in-app.ts'
import { queryKeys } from '../query-keys.ts'
import { attemptAuth } from './auth-attempt.ts'
import { loadSupabase } from './supabase.ts'

/** A passkey of the signed-in user. */
export type Passkey = { id: string; name: string; addedAt: Date; usedAt: Date | null }

/**
 * Returns true when there are keys here: our own sign-in service, which answers at the site's
 * address, and a browser that keeps them, which is none inside of another app.
 */
export function hasPasskeys({
  supabaseUrl,
  siteUrl,
}: Pick<ClientConfig, 'supabaseUrl' | 'siteUrl'>): boolean {
  const mayAsk = 'PublicKeyCredential' in globalThis && !inAppBrowser()
  return supabaseUrl === siteUrl && supportsPasskeys(siteUrl) && mayAsk
}

export function passkeysQuery(config: ClientConfig, userId: string | null) {
  return queryOptions({
    queryKey: queryKeys.passkeysOf(userId),
    queryFn: () => listPasskeys(config),
    staleTime: 0,
    gcTime: 0,
  })
}

async function listPasskeys(config: ClientConfig): Promise<Passkey[]> {
  const { auth } = await loadSupabase(config)
  const { data, error } = await auth.passkey.list()
  if (error) throw error
  return data
    .map(({ id, friendly_name, created_at, last_used_at }) => ({
      ...{ id, name: friendly_name ?? '', addedAt: new Date(created_at) },
      usedAt: last_used_at ? new Date(last_used_at) : null,
    }))
    .sort((one, other) => one.addedAt.getTime() - other.addedAt.getTime())
}

/** Signs in with a key that the person picks. Null when they are in. */
export function signInWithPasskey(config: ClientConfig): Promise<AuthRefusal | null> {
  return attemptAuth(config, ({ auth }) => auth.signInWithPasskey())
}

/** Creates and names a passkey. Resolves to null on success. */
export function addPasskey(config: ClientConfig, name: string): Promise<AuthRefusal | null> {
  return attemptAuth(config, async ({ auth }) => {
    const { data, error } = await auth.registerPasskey()
    return error ? { error } : auth.passkey.update({ passkeyId: data.id, friendlyName: name })
  })
}

export function renamePasskey(
  config: ClientConfig,
  { id, name }: Pick<Passkey, 'id' | 'name'>,
): Promise<AuthRefusal | null> {
  return attemptAuth(config, ({ auth }) => auth.passkey.update({ passkeyId: id, friendlyName: name }))
}

/**
 * Removes a passkey and ends the other sessions, which it may have opened. Resolves to null on
 * success.
 */
export async function removePasskey(config: ClientConfig, id: string): Promise<AuthRefusal | null> {
  const refusal = await attemptAuth(config, ({ auth }) => auth.passkey.delete({ passkeyId: id }))
  return refusal ?? attemptAuth(config, ({ auth }) => auth.signOut({ scope: 'others' }))
}
