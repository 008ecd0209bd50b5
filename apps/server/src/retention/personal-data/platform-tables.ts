import type { TableDataPolicies } from './kept-table.ts'

/** The tables of the platform: sign-in, files, limits, migrations. */
export const platformTables: TableDataPolicies = {
  'auth.attempt_counts': {
    columns: 'subject count since',
    deletion: 'short-lived',
    isExported: false,
    note: 'keyed digests of addresses and networks, for a day',
  },
  'auth.flow_state': {
    columns:
      'id user_id auth_code code_challenge_method code_challenge provider_type provider_access_token ' +
      'provider_refresh_token created_at updated_at authentication_method auth_code_issued_at invite_token ' +
      'referrer oauth_client_state_id linking_target_id email_optional provider_nonce ' +
      'provider_code_verifier proves offer',
    deletion: 'deleted',
    isExported: false,
    note: 'a sign-in on its way; goes with the user, or unused within minutes',
  },
  'auth.identities': {
    columns: 'provider_id user_id identity_data provider last_sign_in_at created_at updated_at email id',
    deletion: 'deleted',
    isExported: true,
    note: 'in the account that auth itself answers',
  },
  'auth.mfa_amr_claims': {
    columns: 'session_id created_at updated_at authentication_method id',
    deletion: 'deleted',
    isExported: false,
    note: 'how a session was proven; goes with the session',
  },
  'auth.mfa_challenges': {
    columns: 'id factor_id created_at verified_at ip_address otp_code web_authn_session_data tries',
    deletion: 'deleted',
    isExported: false,
    note: 'goes with the factor',
  },
  'auth.mfa_factors': {
    columns:
      'id user_id friendly_name factor_type status created_at updated_at secret phone last_challenged_at ' +
      'web_authn_credential web_authn_aaguid last_totp_step',
    deletion: 'deleted',
    isExported: true,
    note: 'without the secret',
  },
  'auth.one_time_tokens': {
    columns:
      'id user_id token_type token_hash relates_to created_at updated_at code_hash tries used_at ' +
      'flow_state_id offer',
    deletion: 'deleted',
    isExported: false,
    note: 'digests of codes, and what was said with a request until its address is proven; goes with the user',
  },
  'auth.refresh_tokens': {
    columns: 'instance_id id token user_id revoked created_at updated_at parent session_id',
    deletion: 'deleted',
    isExported: false,
    note: 'opens a session',
  },
  'auth.saml_assertions': {
    columns: 'assertion_hash expires_at',
    deletion: 'nothing personal',
    isExported: false,
    note: 'digests of used assertions, for minutes',
  },
  'auth.saml_providers': {
    columns:
      'id sso_provider_id entity_id metadata_xml metadata_url attribute_mapping created_at updated_at ' +
      'name_id_format',
    deletion: 'nothing personal',
    isExported: false,
    note: 'companies',
  },
  'auth.saml_relay_states': {
    columns: 'id sso_provider_id request_id for_email redirect_to created_at updated_at flow_state_id',
    deletion: 'deleted',
    isExported: false,
    note: 'by the address',
  },
  'auth.sessions': {
    columns: 'id user_id created_at updated_at factor_id aal not_after refreshed_at user_agent ip tag',
    deletion: 'deleted',
    isExported: true,
    note: 'when, from where, with what',
  },
  'auth.sso_domains': {
    columns: 'id sso_provider_id domain created_at updated_at',
    deletion: 'nothing personal',
    isExported: false,
    note: 'companies',
  },
  'auth.sso_providers': {
    columns: 'id resource_id created_at updated_at disabled',
    deletion: 'nothing personal',
    isExported: false,
    note: 'companies',
  },
  'auth.users': {
    columns:
      'instance_id id aud role email encrypted_password email_confirmed_at invited_at confirmation_token ' +
      'confirmation_sent_at recovery_token recovery_sent_at email_change_token_new email_change ' +
      'email_change_sent_at last_sign_in_at raw_app_meta_data raw_user_meta_data is_super_admin created_at ' +
      'updated_at phone phone_confirmed_at phone_change phone_change_token phone_change_sent_at ' +
      'confirmed_at email_change_token_current email_change_confirm_status banned_until ' +
      'reauthentication_token reauthentication_sent_at is_sso_user deleted_at is_anonymous',
    deletion: 'deleted',
    isExported: true,
    note: 'in the account that auth itself answers',
  },
  'auth.webauthn_challenges': {
    columns: 'id user_id challenge_type session_data created_at expires_at',
    deletion: 'deleted',
    isExported: false,
    note: 'what a passkey is to answer, for minutes; goes with the user',
  },
  'auth.webauthn_credentials': {
    columns:
      'id user_id credential_id public_key attestation_type aaguid sign_count transports backup_eligible ' +
      'backed_up friendly_name created_at updated_at last_used_at',
    deletion: 'deleted',
    isExported: false,
    note: 'public keys of passkeys, which the account lists; goes with the user',
  },
  'platform.decoy_codes': {
    columns:
      'id user_id token_type token_hash relates_to created_at updated_at code_hash tries used_at ' +
      'flow_state_id offer',
    deletion: 'short-lived',
    isExported: false,
    note: 'codes of nobody, by digests of addresses, with what was said as they were asked for; for a day',
  },
  'platform.decoy_flows': {
    columns:
      'id user_id auth_code code_challenge_method code_challenge provider_type provider_access_token ' +
      'provider_refresh_token created_at updated_at authentication_method auth_code_issued_at invite_token ' +
      'referrer oauth_client_state_id linking_target_id email_optional provider_nonce ' +
      'provider_code_verifier proves offer',
    deletion: 'short-lived',
    isExported: false,
    note: 'challenges that came with those codes; for a day',
  },
  'platform.decoys': {
    columns: 'id created_at updated_at sent_at',
    deletion: 'short-lived',
    isExported: false,
    note: 'digests of addresses without an account, for a day',
  },
  'platform.mail_throttle': {
    columns: 'address_hash sent_at',
    deletion: 'short-lived',
    isExported: false,
    note: 'digests of addresses, for a day',
  },
  'platform.migrations': {
    columns: 'version name',
    deletion: 'nothing personal',
    isExported: false,
    note: 'names of files',
  },
  'platform.rate_limits': {
    columns: 'key full_at',
    deletion: 'short-lived',
    isExported: false,
    note: 'networks that called a short while ago',
  },
  'platform.secrets': {
    columns: 'name value created_at',
    deletion: 'nothing personal',
    isExported: false,
    note: 'keys of the installation',
  },
  'platform.unsaved_objects': {
    columns: 'version begun_at is_given_up',
    deletion: 'short-lived',
    isExported: false,
    note: 'random keys of files on their way, for a day',
  },
  'realtime.messages': {
    columns: 'id topic extension event payload private inserted_at updated_at',
    deletion: 'short-lived',
    isExported: false,
    note: 'what SQL or another process had to say to pages that are open, for three days; the product says nothing by it',
  },
  'storage.buckets': {
    columns:
      'id name owner created_at updated_at public avif_autodetection file_size_limit allowed_mime_types ' +
      'owner_id type',
    deletion: 'nothing personal',
    isExported: false,
    note: 'the installation’s own',
  },
  'storage.objects': {
    columns:
      'id bucket_id name owner created_at updated_at last_accessed_at metadata path_tokens version owner_id ' +
      'user_metadata',
    deletion: 'deleted',
    isExported: true,
    note: 'by the storage API, with their bytes, before the account',
  },
  'supabase_migrations.schema_migrations': {
    columns: 'version statements name',
    deletion: 'nothing personal',
    isExported: false,
    note: 'statements of migrations',
  },
}
