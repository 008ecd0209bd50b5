import type { TableDataPolicies } from './kept-table.ts'

/** Tables of visits, answers, consents, orders and programs. */
export const visitorDataPolicies: TableDataPolicies = {
  'public.analytics_erasures': {
    columns: 'user_id asked_at',
    deletion: 'short-lived',
    isExported: false,
    note: 'the id alone, until analytics has forgotten it',
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
  'public.left_consultations': {
    columns: 'order_id left_at',
    deletion: 'short-lived',
    isExported: false,
    note: 'the order alone, until the owner is told to give its money back',
  },
  'public.trapped_leads': {
    columns: 'id attempt_id attempt user_id result_token created_at',
    deletion: 'short-lived',
    isExported: false,
    note: 'attempts with the hidden field filled, for 30 days or until the owner accepts them',
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
      'receipt_sent_at owner_notified_at due_tiyn turn placed_signed_in is_gift ' +
      'is_wanted_again repeats_order_id',
    deletion: 'anonymised',
    isExported: true,
    note: 'a record of a payment stays, without its buyer',
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
  'public.subscriptions': {
    columns:
      'id order_id phone current_day state started_on timezone created_at updated_at last_sent_on round begun_at paused_at unreached_contact_id',
    deletion: 'deleted',
    isExported: true,
    note: '',
  },
  'public.visits': {
    columns:
      'id attempt_id began_at seen_at texts language utm_source utm_medium utm_campaign referrer step seconds finished proven token',
    deletion: 'deleted',
    isExported: true,
    note: 'how far a test got, without answers and names; goes with its lead, else after a year',
  },
}
