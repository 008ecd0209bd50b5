import type { TableDataPolicies } from './kept-table.ts'

/** Tables of the staff and the installation. */
export const staffDataPolicies: TableDataPolicies = {
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
    columns: 'one since',
    deletion: 'nothing personal',
    isExported: false,
    note: 'since when backups are expected',
  },
  'public.backups': {
    columns: 'id began_at ended_at name bytes rows files failure',
    deletion: 'nothing personal',
    isExported: false,
    note: 'when each was made, and how large; in the backups themselves everything lives on for some weeks',
  },
  'public.consultations': {
    columns: 'order_id state starts_at changed_at',
    deletion: 'anonymised',
    isExported: true,
    note: 'when a paid consultation takes place; stays with its order, which says no more whose it was',
  },
  'public.contact_imports': {
    columns: 'id label contacts made_by created_at undone_at',
    deletion: 'anonymised',
    isExported: false,
    note: 'when the owner imported contacts, how many, and what she called it',
  },
  'public.imported_contacts': {
    columns: 'id import_id row person_id joined name email phone',
    deletion: 'deleted',
    isExported: true,
    note: 'contacts that the owner brought from a file; of an account what is under a proven mail or number',
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
  'public.incidents': {
    columns: 'kind seen_at bad_since opened_at calm_since ended_at reminders returns',
    deletion: 'nothing personal',
    isExported: false,
    note: 'what is wrong with the installation, and since when',
  },
  'public.job_beats': {
    columns: 'one beat_at',
    deletion: 'nothing personal',
    isExported: false,
    note: 'when the job queue last ran',
  },
  'public.owner_messages': {
    columns: 'id channel incident moment facts alert reference created_at next_try_at tries tried_at sent_at',
    deletion: 'nothing personal',
    isExported: false,
    note: 'what the owner was told of the installation: counts, and the number of an order',
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
    note: 'who worked with the product, under which address, until three years after, the last of it as long as their account',
  },
  'public.weekly_mails': {
    columns: 'monday planned_at sent_at',
    deletion: 'nothing personal',
    isExported: false,
    note: 'which weeks the owner was told of',
  },
}
