import { accessClaims } from '@app/platform/auth/access-claims'

export type ProbeClaims = { role: string; sub?: string }

/** The claims of the publishable key. */
export const visitorClaims: ProbeClaims = { role: 'anon' }

/** A user who has just signed in and owns no lead; once with and once without a second factor. */
export function strangerClaims(now: Date): ProbeClaims[] {
  const id = crypto.randomUUID()
  const seconds = Math.floor(now.getTime() / 1000)
  const user = {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: `${id}@stranger.example.com`,
    phone: '77000000001',
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { name: 'Панель', email_verified: true },
    is_anonymous: false,
  }
  const mailed = { method: 'otp', timestamp: seconds }
  const session = {
    user,
    issuer: 'panel',
    sessionId: crypto.randomUUID(),
    issuedAt: seconds,
    expiresAt: seconds + 3600,
  }
  return [
    accessClaims({ ...session, aal: 'aal1', amr: [mailed] }),
    accessClaims({ ...session, aal: 'aal2', amr: [{ method: 'totp', timestamp: seconds }, mailed] }),
  ]
}
