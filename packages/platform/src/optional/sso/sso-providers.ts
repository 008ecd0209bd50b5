import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AuthError } from '../../auth/auth-errors.ts'
import type { JsonObject } from '../../database/tables.ts'
import type { Db, Trx } from '../../database/trx.ts'
import { isUniqueViolation } from '../../http/postgres-error.ts'
import { withSsoTables } from './sso-tables.ts'

/** A company's provider of sign-ins, with the domains whose people it speaks for. */
export type SsoProvider = {
  id: string
  resourceId: string | null
  disabled: boolean
  entityId: string
  metadataXml: string
  metadataUrl: string | null
  attributeMapping: JsonObject
  nameIdFormat: string | null
  domains: string[]
  createdAt: Date
  updatedAt: Date
}

export type NewSsoProvider = Omit<SsoProvider, 'id' | 'createdAt' | 'updatedAt'>

const domainTaken = (domain: string) =>
  new AuthError(
    400,
    'sso_domain_already_exists',
    `SSO Domain '${domain}' is already assigned to an SSO identity provider`,
  )

export async function listSsoProviders(db: Db): Promise<SsoProvider[]> {
  return (await providers(db).orderBy('provider.created_at').execute()).map(toSsoProvider)
}

export async function findSsoProvider(db: Db, id: string): Promise<SsoProvider | undefined> {
  const row = await providers(db).where('provider.id', '=', id).executeTakeFirst()
  return row && toSsoProvider(row)
}

export async function findSsoProviderByEntity(db: Db, entityId: string): Promise<SsoProvider | undefined> {
  const row = await providers(db).where('saml.entity_id', '=', entityId).executeTakeFirst()
  return row && toSsoProvider(row)
}

export async function findSsoProviderByDomain(db: Db, domain: string): Promise<SsoProvider | undefined> {
  const row = await providers(db)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('auth.sso_domains as mine')
          .select('mine.id')
          .whereRef('mine.sso_provider_id', '=', 'provider.id')
          .where(sql<string>`lower(mine.domain)`, '=', domain.toLowerCase()),
      ),
    )
    .executeTakeFirst()
  return row && toSsoProvider(row)
}

/** Keeps a new provider. Throws `saml_idp_already_exists` or `sso_domain_already_exists`. */
export async function insertSsoProvider(trx: Trx, provider: NewSsoProvider): Promise<string> {
  const id = randomUUID()
  const sso = withSsoTables(trx)
  await sso
    .insertInto('auth.sso_providers')
    .values({ id, resource_id: provider.resourceId, disabled: provider.disabled })
    .execute()
  await sso
    .insertInto('auth.saml_providers')
    .values({ id: randomUUID(), sso_provider_id: id, ...samlColumns(provider) })
    .execute()
    .catch((error) => {
      throw isUniqueViolation(error) ? entityTaken(provider.entityId) : error
    })
  await saveDomains(trx, id, provider.domains)
  return id
}

export async function updateSsoProvider(trx: Trx, { id, ...provider }: SsoProvider): Promise<void> {
  const sso = withSsoTables(trx)
  await sso
    .updateTable('auth.sso_providers')
    .set({ resource_id: provider.resourceId, disabled: provider.disabled, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  await sso
    .updateTable('auth.saml_providers')
    .set({ ...samlColumns(provider), updated_at: new Date() })
    .where('sso_provider_id', '=', id)
    .execute()
  await sso.deleteFrom('auth.sso_domains').where('sso_provider_id', '=', id).execute()
  await saveDomains(trx, id, provider.domains)
}

export async function deleteSsoProvider(db: Db, id: string): Promise<void> {
  await withSsoTables(db).deleteFrom('auth.sso_providers').where('id', '=', id).execute()
}

/** Serializes a provider like GoTrue. */
export function ssoProviderBody(
  provider: SsoProvider,
  { withMetadata }: { withMetadata: boolean },
): Record<string, unknown> {
  return {
    id: provider.id,
    ...(provider.resourceId ? { resource_id: provider.resourceId } : {}),
    disabled: provider.disabled,
    saml: {
      entity_id: provider.entityId,
      ...(withMetadata ? { metadata_xml: provider.metadataXml } : {}),
      ...(provider.metadataUrl ? { metadata_url: provider.metadataUrl } : {}),
      attribute_mapping: provider.attributeMapping,
      ...(provider.nameIdFormat ? { name_id_format: provider.nameIdFormat } : {}),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.createdAt,
    updated_at: provider.updatedAt,
  }
}

const entityTaken = (entityId: string) =>
  new AuthError(
    422,
    'saml_idp_already_exists',
    `SAML Identity Provider with this EntityID (${entityId}) already exists`,
  )

function samlColumns(provider: NewSsoProvider) {
  return {
    entity_id: provider.entityId,
    metadata_xml: provider.metadataXml,
    metadata_url: provider.metadataUrl,
    attribute_mapping: JSON.stringify(provider.attributeMapping),
    name_id_format: provider.nameIdFormat,
  }
}

async function saveDomains(trx: Trx, providerId: string, domains: readonly string[]): Promise<void> {
  for (const domain of new Set(domains.map((one) => one.toLowerCase()))) {
    await withSsoTables(trx)
      .insertInto('auth.sso_domains')
      .values({ id: randomUUID(), sso_provider_id: providerId, domain })
      .execute()
      .catch((error) => {
        throw isUniqueViolation(error) ? domainTaken(domain) : error
      })
  }
}

function providers(db: Db) {
  return withSsoTables(db)
    .selectFrom('auth.sso_providers as provider')
    .innerJoin('auth.saml_providers as saml', 'saml.sso_provider_id', 'provider.id')
    .select([
      'provider.id',
      'provider.resource_id',
      'provider.disabled',
      'provider.created_at',
      'provider.updated_at',
      'saml.entity_id',
      'saml.metadata_xml',
      'saml.metadata_url',
      'saml.attribute_mapping',
      'saml.name_id_format',
      sql<string[]>`array(
        select domain from auth.sso_domains where sso_provider_id = provider.id order by created_at, domain)`.as(
        'domains',
      ),
    ])
}

function toSsoProvider(
  row: Awaited<ReturnType<ReturnType<typeof providers>['executeTakeFirstOrThrow']>>,
): SsoProvider {
  return {
    id: row.id,
    resourceId: row.resource_id,
    disabled: row.disabled ?? false,
    entityId: row.entity_id,
    metadataXml: row.metadata_xml,
    metadataUrl: row.metadata_url,
    attributeMapping: row.attribute_mapping ?? {},
    nameIdFormat: row.name_id_format,
    domains: row.domains,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
