import type { Generated } from 'kysely'
import type { JsonColumn, JsonObject } from '../../database/tables.ts'
import type { Db } from '../../database/trx.ts'

type SsoProvidersTable = {
  id: string
  resource_id: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  disabled: boolean | null
}

type SsoDomainsTable = {
  id: string
  sso_provider_id: string
  domain: string
  created_at: Generated<Date>
}

type SamlProvidersTable = {
  id: string
  sso_provider_id: string
  entity_id: string
  metadata_xml: string
  metadata_url: string | null
  attribute_mapping: JsonColumn<JsonObject | null>
  name_id_format: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

type SamlRelayStatesTable = {
  id: string
  sso_provider_id: string
  request_id: string
  redirect_to: string | null
  created_at: Generated<Date>
  flow_state_id: string | null
}

/** Assertions taken, by the SHA-256 of their provider's and their own id. */
type SamlAssertionsTable = { assertion_hash: string; expires_at: Date }

export type SsoTables = {
  'auth.sso_providers': SsoProvidersTable
  'auth.sso_domains': SsoDomainsTable
  'auth.saml_providers': SamlProvidersTable
  'auth.saml_relay_states': SamlRelayStatesTable
  'auth.saml_assertions': SamlAssertionsTable
}

/** Returns the database, or the transaction, that knows the tables of SAML too. */
export function withSsoTables(db: Db) {
  return db.$extendTables<SsoTables>()
}
