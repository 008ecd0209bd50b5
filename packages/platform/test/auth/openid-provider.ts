import { createHash } from 'node:crypto'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

type Person = { sub: string; email?: string; email_verified?: boolean; name?: string }

/** An OpenID provider on a free port where `person` is always signed in and agrees at once. */
export async function givenOpenIdProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const app = fastify()
  const grants = new Map<string, { nonce: string; challenge: string; clientId: string }>()
  const provider = {
    issuer: '',
    person: { sub: 'p-1', email: 'asel@example.com', email_verified: true, name: 'Асель' } as Person,
    idToken: (claims: Record<string, unknown>, audience = 'client') =>
      new SignJWT({ ...provider.person, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .setIssuer(provider.issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
    close: () => app.close(),
  }
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => new URLSearchParams(body),
  )
  app.get('/.well-known/openid-configuration', async () => ({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }))
  app.get('/jwks', async () => ({
    keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }],
  }))
  app.get('/api/v3/user', async () => ({ id: 42, login: 'asel', name: provider.person.name, avatar_url: '' }))
  app.get('/api/v3/user/emails', async () => [
    { email: 'old@example.com', primary: false, verified: true },
    { email: provider.person.email, primary: true, verified: provider.person.email_verified },
  ])
  const authorize = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = new URL(request.url, provider.issuer).searchParams
    const code = crypto.randomUUID()
    const of = (name: string) => query.get(name) ?? ''
    grants.set(code, { nonce: of('nonce'), challenge: of('code_challenge'), clientId: of('client_id') })
    const back = new URL(of('redirect_uri'))
    back.search = new URLSearchParams({ code, state: of('state') }).toString()
    return reply.redirect(back.href)
  }
  app.get('/authorize', authorize)
  app.get('/login/oauth/authorize', authorize)
  const token = async (request: FastifyRequest, reply: FastifyReply) => {
    const form = request.body as URLSearchParams
    const grant = grants.get(form.get('code') ?? '')
    const shown = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || shown !== grant.challenge) return reply.code(400).send({ error: 'invalid_grant' })
    grants.delete(form.get('code') ?? '')
    return {
      access_token: 'token of the provider',
      token_type: 'Bearer',
      expires_in: 300,
      ...(grant.nonce && request.url === '/token'
        ? { id_token: await provider.idToken({ nonce: grant.nonce }, grant.clientId) }
        : {}),
    }
  }
  app.post('/token', token)
  app.post('/login/oauth/access_token', token)
  provider.issuer = await app.listen({ port: 0, host: '127.0.0.1' })
  return provider
}
