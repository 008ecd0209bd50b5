import type { TableDataPolicies } from './kept-table.ts'

/** Tables of messages and contacts. */
export const messageDataPolicies: TableDataPolicies = {
  'public.erased_checklists': {
    columns: 'id number_digest asked_as asked_from status failure created_at',
    deletion: 'short-lived',
    isExported: false,
    note: 'keyed digests of a number and an address, so that limits outlive the account by two days',
  },
  'public.inbound_messages': {
    columns: 'id contact_id provider_message_id type text command written_at received_at',
    deletion: 'deleted',
    isExported: true,
    note: 'what was written from a phone that was confirmed, since then',
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
    columns: 'provider paused_until pause_code template_refused_at undelivered_at',
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
      'error_code send_state next_attempt_at attempts resends unknown_since must_use_template keeps_hours ' +
      'provider_message_id failed_provider_ids asked_as asked_from text',
    deletion: 'deleted',
    isExported: true,
    note: 'without how each was sent',
  },
}
