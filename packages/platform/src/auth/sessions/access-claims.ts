import type { User } from '../users/user-body.ts'

type ClaimFacts = {
  issuer: string
  user: Pick<
    User,
    'id' | 'aud' | 'role' | 'email' | 'phone' | 'raw_app_meta_data' | 'raw_user_meta_data' | 'is_anonymous'
  >
  sessionId: string
  aal: string
  /** The way the session has proven its user, the newest first. */
  amr: { method: string; timestamp: number }[]
  /** In seconds, like `expiresAt`. */
  issuedAt: number
  expiresAt: number
}

/** Builds the claims of an access token: all that a policy may go by. */
export function accessClaims({ issuer, user, sessionId, aal, amr, issuedAt, expiresAt }: ClaimFacts) {
  return {
    iss: issuer,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal,
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  }
}
