/** What can be found out about an installation, with the facts that are said along. None of them is secret or about a person. */
export type Findings = {
  settings_wrong: { problem: string }
  settings_good: { environment: 'sandbox' | 'production' }

  node_good: { version: string }
  node_old: { version: string; wanted: string }
  memory_good: { megabytes: number }
  memory_short: { megabytes: number; wanted: number }
  disk_good: { gigabytes: string }
  disk_low: { gigabytes: string; percent: number }
  disk_full: { gigabytes: string }
  clock_good: { source: string }
  clock_off: { source: string; seconds: number }
  clock_wrong: { source: string; seconds: number }
  clock_alone: Nothing

  folder_good: { folder: string }
  folder_absent: { folder: string }
  folder_no_folder: { folder: string }
  folder_foreign: { folder: string; owner: number; user: number }
  folder_for_root: { folder: string; owner: number }
  folder_open: { folder: string }
  folder_read_only: { folder: string }
  key_good: { file: string }
  key_absent: { file: string }
  key_foreign: { file: string; owner: number }
  key_open: { file: string }
  env_open: { file: string }

  database_embedded: Nothing
  database_unopened: Nothing
  database_good: { version: string }
  database_newer: { version: string }
  database_old: { version: string; wanted: number }
  database_rights: { missing: string }
  database_away: { reason: string }

  backup_good: { hours: number }
  backup_old: { hours: number }
  backup_none: Nothing
  backup_off: Nothing
  backup_elsewhere: Nothing
  backup_away: Nothing

  site_local: { site: string }
  dns_good: { host: string; addresses: string }
  dns_missing: { host: string }
  tls_good: { host: string; days: number }
  tls_soon: { host: string; days: number }
  tls_expired: { host: string }
  tls_other_name: { host: string }
  tls_untrusted: { host: string; reason: string }
  tls_away: { host: string; port: number }
  site_good: { site: string }
  site_away: { site: string }
  site_not_ready: { site: string; status: number }
  site_other: { site: string }
  proxy_good: Nothing
  proxy_neighbours: Nothing
  host_open: { host: string }
  proxy_silent: Nothing
  proxy_ignored: Nothing
  proxy_forged: Nothing
  proxy_plain: Nothing
  proxy_other_host: { arrived: string; wanted: string }

  mail_sandbox: Nothing
  smtp_good: { server: string }
  smtp_login: { server: string }
  smtp_tls: { server: string }
  smtp_away: { server: string }
  sender_unreadable: Nothing
  spf_good: { domain: string }
  spf_missing: { domain: string }
  spf_many: { domain: string }
  spf_open: { domain: string }
  dkim_good: { domain: string; selector: string }
  dkim_missing: { domain: string; selector: string }
  dkim_revoked: { domain: string; selector: string }
  dkim_unknown: { domain: string }
  dmarc_good: { domain: string }
  dmarc_missing: { domain: string }

  payments_sandbox: Nothing
  payments_off: Nothing
  shop_good: Nothing
  shop_test_mode: Nothing
  shop_password: Nothing
  shop_unknown: { login: string }
  shop_away: { reason: string }
  person_missing: Nothing
  shop_addresses: { result: string; success: string; fail: string }

  whatsapp_sandbox: Nothing
  whatsapp_off: Nothing
  whatsapp_good: { templates: number }
  whatsapp_token: Nothing
  whatsapp_number: Nothing
  whatsapp_blocked: Nothing
  whatsapp_limited: Nothing
  whatsapp_away: { reason: string }
  templates_unread: Nothing
  template_missing: { template: string; language: string }
  template_waiting: { template: string; status: string }
  template_other: { template: string }

  telegram_sandbox: Nothing
  telegram_off: Nothing
  telegram_good: Nothing
  telegram_token: Nothing
  telegram_chat: { reason: string }
  telegram_away: { reason: string }
  heartbeat_off: Nothing
  heartbeat_good: Nothing
  heartbeat_refused: { status: number }
  heartbeat_away: { reason: string }

  not_checked: { check: Check; reason: string }
}

type Nothing = Record<never, never>

/** What is looked at, each apart from the others. */
export type Check =
  | ('disk' | 'clock' | 'folders' | 'database' | 'backups')
  | ('dns' | 'tls' | 'site' | 'proxy')
  | ('smtp' | 'spf' | 'dkim' | 'dmarc')
  | ('payments' | 'whatsapp' | 'telegram' | 'heartbeat')

export type Reason = keyof Findings
/** One thing found out. */
export type Finding<R extends Reason = Reason> = { [Key in R]: { reason: Key; facts: Findings[Key] } }[R]

/**
 * `attention`: works, but not as it should. `error`: something promised is not kept. `unchecked`:
 * nobody looked, because it did not answer or cannot be seen from here.
 */
export type Level = 'good' | 'attention' | 'error' | 'unchecked'

const unchecked: ReadonlySet<Reason> = new Set<Reason>([
  'clock_alone',
  'folder_for_root',
  'database_unopened',
  'backup_away',
  'backup_elsewhere',
  'shop_away',
  'shop_addresses',
  'whatsapp_away',
  'templates_unread',
  'telegram_away',
  'heartbeat_away',
  'not_checked',
])

const attention: ReadonlySet<Reason> = new Set<Reason>([
  'disk_low',
  'clock_off',
  'folder_absent',
  'env_open',
  'database_newer',
  'backup_off',
  'tls_soon',
  'proxy_other_host',
  'proxy_neighbours',
  'host_open',
  'dkim_unknown',
  'dmarc_missing',
  'payments_off',
  'person_missing',
  'whatsapp_off',
  'whatsapp_limited',
  'heartbeat_off',
])

const good: ReadonlySet<Reason> = new Set<Reason>([
  'settings_good',
  'node_good',
  'memory_good',
  'disk_good',
  'clock_good',
  'folder_good',
  'key_good',
  'database_embedded',
  'database_good',
  'backup_good',
  'site_local',
  'dns_good',
  'tls_good',
  'site_good',
  'proxy_good',
  'mail_sandbox',
  'smtp_good',
  'spf_good',
  'dkim_good',
  'dmarc_good',
  'payments_sandbox',
  'shop_good',
  'whatsapp_sandbox',
  'whatsapp_good',
  'telegram_sandbox',
  'telegram_off',
  'telegram_good',
  'heartbeat_good',
])

export function levelOf({ reason }: Pick<Finding, 'reason'>): Level {
  if (good.has(reason)) return 'good'
  if (unchecked.has(reason)) return 'unchecked'
  return attention.has(reason) ? 'attention' : 'error'
}

/** Builds one finding. */
export function found<R extends Reason>(reason: R, facts: Findings[R]): Finding {
  return { reason, facts } as Finding<R> as Finding
}
