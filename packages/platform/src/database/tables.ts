import type { ColumnType, Generated } from 'kysely'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

type Instant = ColumnType<Date, Date | string, Date | string>
type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** Written as JSON text, since the two drivers turn JavaScript values into JSON differently. */
export type JsonColumn<Value> = ColumnType<Value, string | null | undefined, string>

export type UsersTable = {
  id: string
  aud: string
  role: string
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: MaybeInstant
  invited_at: MaybeInstant
  confirmation_sent_at: MaybeInstant
  recovery_sent_at: MaybeInstant
  email_change: Generated<string>
  email_change_sent_at: MaybeInstant
  email_change_confirm_status: Generated<number>
  last_sign_in_at: MaybeInstant
  raw_app_meta_data: JsonColumn<JsonObject>
  raw_user_meta_data: JsonColumn<JsonObject>
  is_super_admin: boolean | null
  created_at: Instant
  updated_at: Instant
  phone: string | null
  phone_confirmed_at: MaybeInstant
  phone_change: Generated<string>
  phone_change_sent_at: MaybeInstant
  confirmed_at: ColumnType<Date | null, never, never>
  banned_until: MaybeInstant
  reauthentication_sent_at: MaybeInstant
  is_sso_user: Generated<boolean>
  deleted_at: MaybeInstant
  is_anonymous: Generated<boolean>
}

export type IdentitiesTable = {
  id: Generated<string>
  provider_id: string
  user_id: string
  identity_data: JsonColumn<JsonObject>
  provider: string
  last_sign_in_at: MaybeInstant
  created_at: MaybeInstant
  updated_at: MaybeInstant
  email: ColumnType<string | null, never, never>
}

export type SessionsTable = {
  id: string
  user_id: string
  created_at: MaybeInstant
  updated_at: MaybeInstant
  factor_id: string | null
  aal: 'aal1' | 'aal2' | 'aal3' | null
  not_after: MaybeInstant
  refreshed_at: MaybeInstant
  user_agent: string | null
  ip: string | null
  tag: string | null
}

type AmrClaimsTable = {
  id: string
  session_id: string
  authentication_method: string
  created_at: Instant
  updated_at: Instant
}

type RefreshTokensTable = {
  id: Generated<string>
  /** The SHA-256 of the token a client holds. */
  token: string
  user_id: string
  session_id: string | null
  parent: string | null
  revoked: boolean
  created_at: Instant
  updated_at: Instant
}

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_current'
  | 'email_change_token_new'
  | 'reauthentication_token'

type OneTimeTokensTable = {
  id: string
  user_id: string
  token_type: OneTimeTokenType
  /** The SHA-256 of the token in the mailed link. */
  token_hash: string
  relates_to: string
  created_at: Generated<Date>
  updated_at: Generated<Date>
  code_hash: string | null
  tries: Generated<number>
  used_at: MaybeInstant
  flow_state_id: string | null
  offer: OfferColumn
}

/** The claims of a request about an unverified user. */
export type PendingClaims = {
  by: 'signup' | 'code' | 'administrator'
  passwordHash: string | null
  data: JsonObject
}
type OfferColumn = ColumnType<PendingClaims | null, string | null | undefined, string | null>

export type FlowStateTable = {
  id: string
  user_id: string | null
  /** The SHA-256 of the code a client trades for its session; null until there is one. */
  auth_code: string | null
  code_challenge_method: 's256' | 'plain' | null
  code_challenge: string | null
  provider_type: string
  provider_access_token: string | null
  provider_refresh_token: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  authentication_method: string
  auth_code_issued_at: MaybeInstant
  referrer: string | null
  linking_target_id: string | null
  provider_nonce: string | null
  provider_code_verifier: string | null
  /** The address or number that is proven once the code has been traded. */
  proves: string | null
  offer: OfferColumn
}

export type FactorsTable = {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: 'totp' | 'webauthn' | 'phone'
  status: 'unverified' | 'verified'
  created_at: Instant
  updated_at: Instant
  secret: string | null
  phone: string | null
  last_challenged_at: MaybeInstant
  /** The time step of the last code that was accepted. */
  last_totp_step: number | null
  web_authn_credential: JsonColumn<StoredFactorKey | null>
}

/** The key of an authenticator, in base64url, and how often it has signed. */
type StoredFactorKey = { id: string; publicKey: string; counter: number; transports: string[] }

type ChallengesTable = {
  id: string
  factor_id: string
  created_at: Instant
  verified_at: MaybeInstant
  ip_address: string
  web_authn_session_data: JsonColumn<JsonObject | null>
  tries: Generated<number>
}

export type CredentialsTable = {
  id: string
  user_id: string
  credential_id: Uint8Array
  public_key: Uint8Array
  aaguid: string | null
  sign_count: number | string
  transports: JsonColumn<string[]>
  backup_eligible: Generated<boolean>
  backed_up: Generated<boolean>
  friendly_name: Generated<string>
  created_at: Generated<Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
  last_used_at: MaybeInstant
}

type CredentialChallengesTable = {
  id: string
  user_id: string | null
  challenge_type: 'registration' | 'authentication'
  session_data: JsonColumn<JsonObject>
  expires_at: Instant
}

type BucketsTable = {
  id: string
  name: string
  owner: string | null
  owner_id: string | null
  public: Generated<boolean>
  file_size_limit: number | string | null
  allowed_mime_types: string[] | null
  type: Generated<'STANDARD' | 'ANALYTICS'>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

type ObjectsTable = {
  id: Generated<string>
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  last_accessed_at: Generated<Date>
  metadata: JsonColumn<ObjectMetadata | null>
  user_metadata: JsonColumn<JsonObject | null>
  version: string | null
}

export type ObjectMetadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: number
}

type UnsavedObjectsTable = {
  version: string
  begun_at: Generated<Date>
  is_given_up: Generated<boolean>
}

type SecretsTable = { name: string; value: string; created_at: Generated<Date> }
type AttemptCountsTable = { subject: string; count: number; since: Instant }
type MailThrottleTable = { address_hash: string; sent_at: Instant }

type RateLimitsTable = { key: Uint8Array; full_at: Instant }

/** The platform's tables. A product adds its own with `openPlatform<ProductTables>`. */
export type PlatformTables = {
  'auth.users': UsersTable
  'auth.identities': IdentitiesTable
  'auth.sessions': SessionsTable
  'auth.mfa_amr_claims': AmrClaimsTable
  'auth.refresh_tokens': RefreshTokensTable
  'auth.one_time_tokens': OneTimeTokensTable
  'auth.flow_state': FlowStateTable
  'auth.mfa_factors': FactorsTable
  'auth.mfa_challenges': ChallengesTable
  'auth.webauthn_credentials': CredentialsTable
  'auth.webauthn_challenges': CredentialChallengesTable
  'auth.attempt_counts': AttemptCountsTable
  'storage.buckets': BucketsTable
  'storage.objects': ObjectsTable
  'platform.unsaved_objects': UnsavedObjectsTable
  'platform.secrets': SecretsTable
  'platform.mail_throttle': MailThrottleTable
  'platform.rate_limits': RateLimitsTable
}
