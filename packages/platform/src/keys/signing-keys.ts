import { importJWK, type JWK } from 'jose'

/** Algorithms a token may be signed with, by the kind of key. Nothing else is ever accepted. */
const algorithms = ['HS256', 'ES256', 'RS256', 'EdDSA'] as const
type Algorithm = (typeof algorithms)[number]

/** A key as the process holds it: `kid` is absent for a bare secret, `until` for a key that is not replaced. */
export type Key = { kid: string | undefined; alg: Algorithm; key: CryptoKey | Uint8Array; until?: Date }

/** The public half of a key that has been replaced, and until when it verifies what it has signed. */
export type RetiredKey = { jwk: JWK; until: string }

/** The prefix of retired keys' names. */
export const retiredPrefix = 'retired_key_'

export type GivenKeys = {
  /** An HS256 secret, as older projects have it. */
  jwtSecret?: string
  /** Private keys. The first with `key_ops: sign` signs, all verify. */
  jwtKeys?: readonly JWK[]
}

export type SigningKeys = {
  signer: Key
  verifiers: readonly Key[]
  /** The public halves, for anyone to see; secrets have none. */
  publicJwks: readonly JWK[]
}

/**
 * Chooses the signing key: a given key, else the given secret, else our own. All verify. Throws for
 * unusable keys.
 */
export async function collectSigningKeys(
  own: JWK,
  given: GivenKeys,
  retired: readonly RetiredKey[] = [],
): Promise<SigningKeys> {
  const givenJwks = given.jwtKeys ?? []
  const signing = givenJwks.find((jwk) => jwk.key_ops?.includes('sign'))
  if (givenJwks.length > 0 && !signing)
    throw new Error('None of the given signing keys has the key_ops sign.')
  const secret: Key[] = given.jwtSecret
    ? [{ kid: undefined, alg: 'HS256', key: new TextEncoder().encode(given.jwtSecret) }]
    : []
  const [secretKey] = secret
  const jwks = [...givenJwks, own]
  return {
    signer: signing ? await toKey(signing) : (secretKey ?? (await toKey(own))),
    verifiers: [
      ...(await Promise.all(jwks.map((jwk) => toKey(publicPart(jwk))))),
      ...secret,
      ...(await Promise.all(
        retired.map(async ({ jwk, until }) => ({ ...(await toKey(jwk)), until: new Date(until) })),
      )),
    ],
    publicJwks: [...jwks.filter(({ kty }) => kty !== 'oct'), ...retired.map(({ jwk }) => jwk)].map(
      publicPart,
    ),
  }
}

/** A key without what must stay secret. A symmetric key is all secret and stays whole. */
export function publicPart(jwk: JWK): JWK {
  if (jwk.kty === 'oct') return { ...jwk, key_ops: ['verify'] }
  const { kty, crv, x, y, n, e, kid, use } = jwk
  const part = { kty, crv, x, y, n, e, kid, alg: algorithmOf(jwk), use, key_ops: ['verify'], ext: true }
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as JWK
}

async function toKey(jwk: JWK): Promise<Key> {
  const alg = algorithmOf(jwk)
  // `key_ops` of a given key may list what Web Crypto does not know together.
  const { key_ops: _operations, ...material } = jwk
  return { kid: jwk.kid, alg, key: await importJWK(material, alg) }
}

function algorithmOf({ alg, kty, crv, kid }: JWK): Algorithm {
  const known = algorithms.find((name) => name === alg)
  if (known) return known
  if (alg === undefined && kty === 'RSA') return 'RS256'
  if (alg === undefined && kty === 'oct') return 'HS256'
  if (alg === undefined && crv === 'P-256') return 'ES256'
  if (alg === undefined && crv === 'Ed25519') return 'EdDSA'
  throw new Error(`The signing key ${kid ?? 'without kid'} must be for one of ${algorithms.join(', ')}.`)
}
