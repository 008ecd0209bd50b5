/** What becomes of a table's rows about a person when their account is deleted. */
export type Fate =
  | 'deleted'
  | 'anonymised'
  | 'kept by law'
  | 'kept of the staff'
  | 'short-lived'
  | 'nothing personal'

export type KeptTable = {
  columns: string
  deletion: Fate
  /** Whether the person's own file of data holds it. */
  isExported: boolean
  note: string
}

/**
 * Every table with its columns, and what deleting and exporting an account do to it. A test holds this against the database,
 * so that nobody adds a column without saying what becomes of it.
 *
 * Elsewhere: files of the product are in `storage.objects` by row and in the object store by byte. Logs name ids, never
 * people (`http/logger.ts`). Letters leave by SMTP and are kept nowhere; the sandbox's stand-ins keep theirs in memory.
 */
export const personalData: Readonly<Record<string, KeptTable>> = {
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
  'platform.upload_parts': {
    columns: 'version upload_id number size digest created_at',
    deletion: 'short-lived',
    isExported: false,
    note: 'parts of uploads on their way, for a day',
  },
  'platform.uploads': {
    columns:
      'id kind bucket_id name role owner_id overwrite length type cache_control user_metadata is_done version ' +
      'locked_by locked_until created_at expires_at',
    deletion: 'short-lived',
    isExported: false,
    note: 'uploads on their way, for a day',
  },
  'public.analytics_erasures': {
    columns: 'user_id asked_at',
    deletion: 'short-lived',
    isExported: false,
    note: 'the id alone, until analytics has forgotten it (decision 0046)',
  },
  'public.analytics_events': {
    columns: 'id name distinct_id is_user properties occurred_at created_at',
    deletion: 'deleted',
    isExported: false,
    note: 'ids without names, until they are told',
  },
  'public.analytics_switches': {
    columns: 'one erases_people',
    deletion: 'nothing personal',
    isExported: false,
    note: 'a setting',
  },
  'public.audit_events': {
    columns: 'id at action actor actor_role subject details source',
    deletion: 'anonymised',
    isExported: false,
    note: 'what was done stays three years, under an id that means nobody',
  },
  'public.audit_trail': {
    columns: 'at action actor actor_role subject details source',
    deletion: 'anonymised',
    isExported: false,
    note: 'a view of audit_events and order_acts',
  },
  'public.backup_watch': {
    columns: 'one since alerted_at',
    deletion: 'nothing personal',
    isExported: false,
    note: 'since when backups are expected',
  },
  'public.backups': {
    columns: 'id began_at ended_at name bytes rows files failure',
    deletion: 'nothing personal',
    isExported: false,
    note: 'when each was made, and how large; in the backups themselves everything lives on for some weeks (decision 0096)',
  },
  'public.consents': {
    columns: 'id lead_id user_id kind version text_sha256 accepted_at ip source act',
    deletion: 'deleted',
    isExported: true,
    note: 'every act',
  },
  'public.deposit_uses': {
    columns: 'order_id program_order_id created_at released_at',
    deletion: 'kept by law',
    isExported: true,
    note: 'which order lowered which; names nobody',
  },
  'public.consultations': {
    columns: 'order_id state starts_at changed_at',
    deletion: 'anonymised',
    isExported: true,
    note: 'when a paid consultation takes place; stays with its order, which says no more whose it was',
  },
  'public.desk_changes': {
    columns: 'id kind ref',
    deletion: 'short-lived',
    isExported: false,
    note: 'ids of what changed, until the desk has read it, within minutes',
  },
  'public.desk_named_views': {
    columns: 'id owner name filter created_at',
    deletion: 'deleted',
    isExported: false,
    note: 'looks of the staff; goes with the account of who kept it',
  },
  'public.desk_notes': {
    columns: 'id person_id text about_health author created_at',
    deletion: 'deleted',
    isExported: true,
    note: 'what was written down about a person; goes with them',
  },
  'public.desk_people': {
    columns:
      'id user_id contact_key name email phone words finished_at subcategory source consents withdrawn opted_out ' +
      'declined agreed ' +
      'bought paid_tiyn due_tiyn last_paid_at program_day program_state program_moved_at to_arrange arrange_since last_in_at ' +
      'last_out_at waits_since talk_order active_at status marked_status tags next_contact_on answered_at',
    deletion: 'deleted',
    isExported: true,
    note: 'read from other tables; of its own it has marks, which are exported, and goes when nothing is left to read',
  },
  'public.desk_person_contacts': {
    columns: 'contact_id person_id is_proven waits_since',
    deletion: 'deleted',
    isExported: false,
    note: 'ids: whose number is whose',
  },
  'public.desk_person_leads': {
    columns: 'lead_id person_id',
    deletion: 'deleted',
    isExported: false,
    note: 'ids: whose lead is whose',
  },
  'public.desk_person_orders': {
    columns: 'order_id person_id',
    deletion: 'deleted',
    isExported: false,
    note: 'ids: whose order is whose',
  },
  'public.erased_checklists': {
    columns: 'id number_digest asked_as asked_from status failure created_at',
    deletion: 'short-lived',
    isExported: false,
    note: 'keyed digests of a number and an address, so that limits outlive the account by two days',
  },
  'public.incidents': {
    columns: 'kind seen_at bad_since opened_at calm_since ended_at reminders returns',
    deletion: 'nothing personal',
    isExported: false,
    note: 'what is wrong with the installation, and since when',
  },
  'public.inbound_messages': {
    columns: 'id contact_id provider_message_id type text command written_at received_at',
    deletion: 'deleted',
    isExported: true,
    note: 'what was written from a phone that was confirmed, since then',
  },
  'public.job_beats': {
    columns: 'one beat_at',
    deletion: 'nothing personal',
    isExported: false,
    note: 'when the job queue last ran',
  },
  'public.message_call_names': {
    columns: 'name_digest call_id',
    deletion: 'deleted',
    isExported: false,
    note: 'digests of the ids in those calls, gone with them',
  },
  'public.message_calls': {
    columns: 'id provider body body_sha256 received_at items_done read_at tries names_done named_at',
    deletion: 'deleted',
    isExported: false,
    note: 'the same facts as they came, for a week',
  },
  'public.message_channels': {
    columns: 'provider paused_until pause_code alert_reason alerted_at template_refused_at undelivered_at',
    deletion: 'nothing personal',
    isExported: false,
    note: 'the state of the account at WhatsApp',
  },
  'public.message_contacts': {
    columns: 'id phone wa_id whatsapp_user_id last_inbound_at opted_out_at command_at answered_at created_at',
    deletion: 'deleted',
    isExported: true,
    note: 'the phone and its opt-out where it is proven theirs; the opt-out stays as a keyed digest',
  },
  'public.message_events': {
    columns: 'id provider event_key payload received_at handled_at tries',
    deletion: 'deleted',
    isExported: false,
    note: 'reports of WhatsApp, which messages carry as their status',
  },
  'public.message_opt_out_key': {
    columns: 'one key',
    deletion: 'nothing personal',
    isExported: false,
    note: 'the key of the digests',
  },
  'public.message_opt_outs': {
    columns: 'id_digest opted_out_at command_at',
    deletion: 'anonymised',
    isExported: false,
    note: 'who is to be left alone, as a keyed digest',
  },
  'public.messages': {
    columns:
      'id kind contact_id user_id category subcategory subscription_id round day moves_progress ' +
      'recipient_name reply created_at deadline status sent_at delivered_at read_at failed_at failure ' +
      'error_code send_state next_attempt_at attempts resends unknown_since must_use_template ' +
      'provider_message_id failed_provider_ids asked_as asked_from text',
    deletion: 'deleted',
    isExported: true,
    note: 'without how each was sent',
  },
  'public.order_acts': {
    columns: 'id order_id act actor program_day acted_at',
    deletion: 'kept by law',
    isExported: true,
    note: 'refunds; names nobody but the staff',
  },
  'public.order_intents': {
    columns: 'intent_id order_id secret_sha256 created_at',
    deletion: 'deleted',
    isExported: true,
    note: 'without the secret',
  },
  'public.orders': {
    columns:
      'id inv_id product price_tiyn deposit_tiyn charge_tiyn currency state test user_id lead_id email name ' +
      'phone category subcategory source created_at updated_at paid_at asked asked_at provider_standing ' +
      'receipt_sent_at owner_notified_at due_tiyn turn placed_signed_in',
    deletion: 'anonymised',
    isExported: true,
    note: 'a record of a payment stays, without its buyer',
  },
  'public.owner_messages': {
    columns: 'id channel incident moment facts alert reference created_at next_try_at tries tried_at sent_at',
    deletion: 'nothing personal',
    isExported: false,
    note: 'what the owner was told of the installation: counts, and the number of an order',
  },
  'public.payment_events': {
    columns:
      'id provider operation inv_id order_id verdict authentic method headers body received_at repeats ' +
      'repeated_at body_sha256',
    deletion: 'anonymised',
    isExported: true,
    note: 'the provider’s calls stay, without payer and account',
  },
  'public.quiz_leads': {
    columns:
      'id user_id created_at name email phone quiz_answers category locale country city attempt_id ' +
      'rules_version scores result_token ownership confirmed_at',
    deletion: 'deleted',
    isExported: true,
    note: 'without what opens the result',
  },
  'public.refused_sign_ins': {
    columns: 'user_id method since times',
    deletion: 'deleted',
    isExported: false,
    note: 'wrong codes and passwords at accounts of the staff, of the last hour',
  },
  'public.server_errors': {
    columns: 'minute count',
    deletion: 'nothing personal',
    isExported: false,
    note: 'requests that could not be answered, for a day',
  },
  'public.staff': {
    columns: 'user_id role',
    deletion: 'deleted',
    isExported: false,
    note: 'who works with the product, as their account says',
  },
  'public.staff_history': {
    columns: 'id user_id email role since',
    deletion: 'kept of the staff',
    isExported: false,
    note: 'who worked with the product, under which address, until three years after (decision 0156)',
  },
  'public.subscriptions': {
    columns:
      'id order_id phone current_day state started_on timezone created_at updated_at last_sent_on round begun_at paused_at',
    deletion: 'deleted',
    isExported: true,
    note: '',
  },
  'public.visits': {
    columns:
      'id attempt_id began_at seen_at texts language utm_source utm_medium utm_campaign referrer step seconds finished',
    deletion: 'deleted',
    isExported: true,
    note: 'how far a test got, without answers and names; goes with its lead, else after a year',
  },
  'public.weekly_mails': {
    columns: 'monday planned_at sent_at',
    deletion: 'nothing personal',
    isExported: false,
    note: 'which weeks the owner was told of',
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

/**
 * The queue's tables hold ids of orders and nothing else about anybody: payloads by type, errors without their words
 * (`jobs/job.ts`, `http/describe-error.ts`). Its library makes and renames tables at will, so they are known by schema.
 */
export const queueSchema = 'pgboss'
