import type { FastifyInstance } from 'fastify'
import { AuthError, validationFailed } from '../../auth/auth-errors.ts'
import { isUuid, Params } from '../../auth/params.ts'
import type { JsonObject } from '../../database/tables.ts'
import { parseIdpMetadata } from './saml-metadata.ts'
import type { SamlContext } from './saml-settings.ts'
import {
  deleteSsoProvider,
  findSsoProvider,
  insertSsoProvider,
  listSsoProviders,
  type SsoProvider,
  ssoProviderBody,
  updateSsoProvider,
} from './sso-providers.ts'

type ProviderPath = { Params: { id: string } }

const nameIdFormats: readonly string[] = [
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
]

/** Companies' providers, for administrators. */
export function adminSsoRoutes(app: FastifyInstance, { db, saml }: SamlContext): void {
  const requireSaml = async () => {
    if (!saml.enabled) throw samlDisabled()
  }

  app.get('/sso/providers', { onRequest: requireSaml }, async () => {
    const items = await listSsoProviders(db)
    return { items: items.map((provider) => ssoProviderBody(provider, { withMetadata: false })) }
  })

  app.post('/sso/providers', { onRequest: requireSaml }, async (request, reply) => {
    const params = new Params(request.body)
    if (params.string('type') !== 'saml') {
      throw validationFailed("Only 'saml' supported for SSO provider type")
    }
    const metadata = await readMetadata(params)
    if (!metadata) throw validationFailed('Either metadata_xml or metadata_url must be set')
    const id = await db.transaction().execute((trx) =>
      insertSsoProvider(trx, {
        ...metadata,
        resourceId: params.string('resource_id') || null,
        disabled: params.boolean('disabled', false),
        attributeMapping: params.object('attribute_mapping') ?? {},
        nameIdFormat: readNameIdFormat(params),
        domains: params.strings('domains') ?? [],
      }),
    )
    return reply.code(201).send(ssoProviderBody(await getProvider(id), { withMetadata: true }))
  })

  app.get<ProviderPath>('/sso/providers/:id', { onRequest: requireSaml }, async (request) =>
    ssoProviderBody(await getProvider(request.params.id), { withMetadata: true }),
  )

  app.put<ProviderPath>('/sso/providers/:id', { onRequest: requireSaml }, async (request) => {
    const provider = await getProvider(request.params.id)
    const params = new Params(request.body)
    const metadata = await readMetadata(params)
    if (metadata && metadata.entityId !== provider.entityId) {
      throw new AuthError(
        400,
        'saml_entity_id_mismatch',
        `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${provider.entityId}' but got '${metadata.entityId}'`,
      )
    }
    const mapping: JsonObject | undefined = params.object('attribute_mapping')
    await db.transaction().execute((trx) =>
      updateSsoProvider(trx, {
        ...provider,
        ...metadata,
        disabled: params.boolean('disabled', provider.disabled),
        attributeMapping: mapping ?? provider.attributeMapping,
        nameIdFormat: readNameIdFormat(params) ?? provider.nameIdFormat,
        domains: params.strings('domains') ?? provider.domains,
      }),
    )
    return ssoProviderBody(await getProvider(provider.id), { withMetadata: true })
  })

  app.delete<ProviderPath>('/sso/providers/:id', { onRequest: requireSaml }, async (request) => {
    const provider = await getProvider(request.params.id)
    await deleteSsoProvider(db, provider.id)
    return ssoProviderBody(provider, { withMetadata: true })
  })

  async function getProvider(id: string): Promise<SsoProvider> {
    const provider = isUuid(id) ? await findSsoProvider(db, id) : undefined
    if (!provider) {
      throw new AuthError(404, 'sso_provider_not_found', 'SSO Identity Provider not found')
    }
    return provider
  }
}

export const samlDisabled = () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')

type Metadata = Pick<SsoProvider, 'entityId' | 'metadataXml' | 'metadataUrl'>

async function readMetadata(params: Params): Promise<Metadata | null> {
  const xml = params.string('metadata_xml')
  const url = params.string('metadata_url')
  if (xml && url) throw validationFailed('Only one of metadata_xml or metadata_url needs to be set')
  if (!xml && !url) return null
  const metadataXml = xml || (await fetchMetadata(url))
  return { entityId: parseIdpMetadata(metadataXml).entityId, metadataXml, metadataUrl: url || null }
}

async function fetchMetadata(address: string): Promise<string> {
  const url = URL.parse(address)
  if (!url) throw validationFailed('metadata_url is not a valid URL')
  if (url.protocol !== 'https:') throw validationFailed('metadata_url is not a HTTPS URL')
  const failed = (why: string) =>
    new AuthError(
      400,
      'saml_metadata_fetch_failed',
      `${why} error fetching SAML Metadata from URL '${address}'`,
    )
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => {
    throw failed('Network')
  })
  if (!answer.ok) throw failed(`HTTP ${answer.status}`)
  return answer.text()
}

function readNameIdFormat(params: Params): string | null {
  const format = params.string('name_id_format')
  if (format && !nameIdFormats.includes(format)) {
    throw validationFailed(`name_id_format must be unspecified or one of ${nameIdFormats.join(', ')}`)
  }
  return format || null
}
