import type { AuthRefusal } from '@app/content/ru/auth-errors'
import type { ClientConfig } from '@app/contracts/client-config'
import { isNewUser } from '@app/domain/auth/new-user'
import { authFailed, authSucceeded } from '#web/lib/analytics/auth-events.ts'
import { clearStoredData } from '#web/lib/device/clear-device-data.ts'
import { deviceKeys, tabKeys } from '#web/lib/device/keys.ts'
import { acceptSessionEvent, signedInPerson } from '#web/lib/session/session.ts'
import { type Person, toPerson } from '#web/lib/session/session-storage.ts'
import { loadSupabase } from '#web/lib/session/supabase.ts'
import { openSideClient } from '#web/lib/session/supabase-client.ts'
import { reasonOf } from '../auth-calls.ts'
import { type LinkArrival, linkRefusal, mayAcceptSilently } from './link-arrival.ts'

/** The link's account and the present user, whom it would sign out. */
export type LinkQuestion = {
  email: string
  present: Person | null
  /** Signs in as the link says. Rejects when the server did not agree. */
  accept: () => Promise<void>
  /** Leaves this browser as it was; the link's session ends. */
  decline: () => Promise<void>
}

type LinkOutcome =
  | { status: 'signed-in' }
  | { status: 'asking'; question: LinkQuestion }
  | { status: 'refused'; refusal: AuthRefusal }

/**
 * Finds out from the server whose session a link brought, and takes it at once only where no
 * stranger can have made the link. Never rejects.
 */
export async function followLink(config: ClientConfig, arrival: LinkArrival): Promise<LinkOutcome> {
  if (arrival.kind === 'refused') return refusedOutcome(arrival.refusal)
  try {
    const side = openSideClient(config, { knowsRequests: arrival.kind === 'code' })
    const { session, isRecovery, error } = await redeem(side, arrival)
    const person = toPerson(session?.user)
    if (!session || !person) return refusedOutcome(refusalOf(error))

    const present = signedInPerson()
    const accept = () => acceptLinkSession(config, { session, person, present, isRecovery })
    if (mayAcceptSilently({ isAskedHere: arrival.kind === 'code', present, arrived: person })) {
      await accept()
      return { status: 'signed-in' }
    }
    const decline = async () => {
      await side.signOut({ scope: 'local' }).catch(() => undefined)
    }
    return { status: 'asking', question: { email: person.email ?? '', present, accept, decline } }
  } catch {
    return refusedOutcome({ status: 0 })
  }
}

/** Reports a refused link without a user. */
function refusedOutcome(refusal: AuthRefusal): LinkOutcome {
  authFailed('link', '', reasonOf(refusal))
  return { status: 'refused', refusal }
}

type LinkClient = ReturnType<typeof openSideClient>
type Tokens = {
  access_token: string
  refresh_token: string
  user: { created_at: string; last_sign_in_at?: string }
}

async function redeem(side: LinkClient, arrival: Exclude<LinkArrival, { kind: 'refused' }>) {
  if (arrival.kind === 'session') {
    // Only the refresh token counts, because the access token may belong to another person.
    const { data, error } = await side.refreshSession({ refresh_token: arrival.refreshToken })
    return { session: data.session, isRecovery: arrival.isRecovery, error }
  }
  const flow = arrival.flowId === null ? undefined : { flowId: arrival.flowId }
  const { data, error } = await side.exchangeCodeForSession(arrival.code, flow)
  return {
    session: data.session,
    isRecovery: 'redirectType' in data && data.redirectType === 'recovery',
    error,
  }
}

function refusalOf(error: AuthRefusal | null): AuthRefusal {
  const status = error?.status ?? 400
  return status === 0 || status >= 500 ? { status } : linkRefusal(error?.code)
}

type AcceptedSession = { session: Tokens; person: Person; present: Person | null; isRecovery: boolean }

async function acceptLinkSession(
  config: ClientConfig,
  { session, person, present, isRecovery }: AcceptedSession,
) {
  const { auth, signOut } = await loadSupabase(config)
  const isOther = present !== null && present.id !== person.id
  if (isOther) {
    // Signs the present user out; their unsent attempt stays theirs.
    await signOut('local').catch(() => undefined)
    clearStoredData([deviceKeys.outbox, tabKeys.unsent])
  }
  try {
    const { access_token, refresh_token } = session
    const { error } = await auth.setSession({ access_token, refresh_token })
    if (error) throw error
    const { created_at: createdAt, last_sign_in_at: signedInAt } = session.user
    authSucceeded(isRecovery ? 'recovery' : 'link', person.email ?? '', isNewUser({ createdAt, signedInAt }))
    if (isRecovery && !isOther) acceptSessionEvent('PASSWORD_RECOVERY', person)
  } finally {
    // Only a reload clears the other person's data from memory.
    if (isOther) window.location.reload()
  }
}
