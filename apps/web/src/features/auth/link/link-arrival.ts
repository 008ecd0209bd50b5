import type { Person } from '#web/lib/session/session-storage.ts'

/** A sign-in link's parameters in the address. */
export type LinkArrival =
  | { kind: 'refused'; refusal: LinkRefusal }
  /** A session. The link's creator may have signed the visitor into their own account. */
  | { kind: 'session'; refreshToken: string; isRecovery: boolean }
  /** Worth something only in the browser that asked for the link. */
  | { kind: 'code'; code: string; flowId: string | null }

/** The reason for a refused link. */
export type LinkRefusal = { code: 'link_expired' | 'link_elsewhere' | 'link_failed' }

const flowParam = 'sb_flow_id'
const queryParams = ['code', flowParam, 'error', 'error_code', 'error_description', 'message']
/** The format of a sign-in service's code; other `code` parameters are ignored. */
const codeShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Parses a sign-in link's parameters; null without any. Only known error codes are used, because
 * anybody can write an address.
 */
export function readArrival({ search, hash }: Pick<URL, 'search' | 'hash'>): LinkArrival | null {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.slice(1))
  const refused = [fragment, query].find((part) => part.has('error_code') || part.has('error_description'))
  if (refused) return { kind: 'refused', refusal: linkRefusal(refused.get('error_code')) }
  if (fragment.has('access_token')) {
    const refreshToken = fragment.get('refresh_token')
    if (!refreshToken) return { kind: 'refused', refusal: linkRefusal(null) }
    return { kind: 'session', refreshToken, isRecovery: fragment.get('type') === 'recovery' }
  }
  const code = query.get('code')
  return code && codeShape.test(code) ? { kind: 'code', code, flowId: query.get(flowParam) } : null
}

/** Maps a code of the sign-in service to the refusal of a link. */
export function linkRefusal(code: string | null | undefined): LinkRefusal {
  switch (code) {
    case 'otp_expired':
    case 'flow_state_expired':
    case 'flow_state_not_found':
      return { code: 'link_expired' }
    case 'bad_code_verifier':
    case 'pkce_code_verifier_not_found':
      return { code: 'link_elsewhere' }
    default:
      return { code: 'link_failed' }
  }
}

/** The address without anything a sign-in link put there. */
export function withoutArrival({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search)
  for (const name of queryParams) query.delete(name)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

type LinkContext = {
  /** True when this browser requested the link. */
  isAskedHere: boolean
  /** The signed-in user. */
  present: Pick<Person, 'id'> | null
  /** The user of the link's session, as the server says. */
  arrived: Pick<Person, 'id'>
}

/**
 * Returns true when a link's session may be taken without a question: never in place of another
 * person's, from elsewhere never.
 */
export function mayAcceptSilently({ isAskedHere, present, arrived }: LinkContext): boolean {
  return present ? present.id === arrived.id : isAskedHere
}
