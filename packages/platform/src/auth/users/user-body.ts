import type { Selectable } from 'kysely'
import type { FactorsTable, IdentitiesTable, JsonObject, UsersTable } from '../../database/tables.ts'

export type UserRow = Selectable<UsersTable>
export type IdentityRow = Selectable<IdentitiesTable>
export type FactorRow = Selectable<FactorsTable>
export type User = UserRow & { identities: IdentityRow[]; factors: FactorRow[] }

/** A user as GoTrue shows them. Times that have not come are left out, as there. */
export function userBody(user: User): Record<string, unknown> {
  const body = {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at,
    invited_at: user.invited_at,
    phone: user.phone ?? '',
    phone_confirmed_at: user.phone_confirmed_at,
    confirmation_sent_at: user.confirmation_sent_at,
    confirmed_at: user.confirmed_at,
    recovery_sent_at: user.recovery_sent_at,
    new_email: user.email_change || null,
    email_change_sent_at: user.email_change_sent_at,
    new_phone: user.phone_change || null,
    phone_change_sent_at: user.phone_change_sent_at,
    reauthentication_sent_at: user.reauthentication_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    factors: user.factors.length > 0 ? user.factors.map(factorBody) : null,
    identities: user.identities.map(identityBody),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until,
    deleted_at: user.deleted_at,
    is_anonymous: user.is_anonymous,
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined))
}

export function isConfirmed(user: UserRow): boolean {
  return user.email_confirmed_at !== null
}

export function isPhoneConfirmed(user: UserRow): boolean {
  return user.phone_confirmed_at !== null
}

export function isBanned(user: Pick<UserRow, 'banned_until'>, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now
}

/** A row as it would be for someone who has just signed up and confirmed nothing. */
export function newUserRow(facts: {
  email: string | null
  phone?: string
  metadata: JsonObject
  now: Date
}): UserRow {
  const phone = facts.phone ?? null
  const providers = [...(facts.email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])]
  return {
    id: crypto.randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email: facts.email,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    email_change: '',
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    last_sign_in_at: null,
    raw_app_meta_data: providers[0] === undefined ? {} : { provider: providers[0], providers },
    raw_user_meta_data: facts.metadata,
    is_super_admin: null,
    created_at: facts.now,
    updated_at: facts.now,
    phone,
    phone_confirmed_at: null,
    phone_change: '',
    phone_change_sent_at: null,
    confirmed_at: null,
    banned_until: null,
    reauthentication_sent_at: null,
    is_sso_user: false,
    deleted_at: null,
    is_anonymous: providers.length === 0,
  }
}

/** The identity that ties a user to their address. */
export function newEmailIdentity(userId: string, email: string, now: Date): IdentityRow {
  return {
    id: crypto.randomUUID(),
    provider_id: userId,
    user_id: userId,
    identity_data: { sub: userId, email, email_verified: false, phone_verified: false },
    provider: 'email',
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    email,
  }
}

/** The identity that ties a user to their phone. */
export function newPhoneIdentity(userId: string, phone: string, now: Date): IdentityRow {
  return {
    id: crypto.randomUUID(),
    provider_id: userId,
    user_id: userId,
    identity_data: { sub: userId, phone, email_verified: false, phone_verified: false },
    provider: 'phone',
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    email: null,
  }
}

function identityBody(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    email: identity.email,
  }
}

/** A factor without what it is checked against. */
export function factorBody(factor: FactorRow): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    ...(factor.phone ? { phone: factor.phone } : {}),
    ...(factor.last_challenged_at ? { last_challenged_at: factor.last_challenged_at } : {}),
  }
}
