import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { Kysely } from 'kysely'
import type { PlatformTables } from '../database/tables.ts'
import { openSecrets } from './secrets.ts'
import {
  collectSigningKeys,
  type GivenKeys,
  type RetiredKey,
  retiredPrefix,
  type SigningKeys,
} from './signing-keys.ts'
import { VerifiedTokens } from './verified-tokens.ts'

/** All keys and secrets of the platform. */
export type KeyRing = SigningKeys & {
  readonly publishable: string
  readonly secret: string
  anonJwt: string
  serviceRoleJwt: string
  /** Keys the hashes of one-time codes and refresh tokens. As bytes it would be made a key of at every hash, which is most of its cost. */
  pepper: KeyObject
  verified: VerifiedTokens
}

/**
 * Loads the keys, making those that do not exist yet. Safe when several processes start at once. In
 * the database they are sealed with a key from `keyFile`, if there is to be one.
 */
export async function loadKeys(
  db: Kysely<PlatformTables>,
  given: GivenKeys = {},
  keyFile?: string,
): Promise<KeyRing> {
  const secrets = await openSecrets(db, keyFile)
  const secret = secrets.get
  const signing = JSON.parse(await secret('signing_key', makeSigningKey)) as JWK & { kid: string }
  const retired = (await secrets.list(retiredPrefix)).map((text) => JSON.parse(text) as RetiredKey)
  const privateKey = await importJWK(signing, 'ES256')
  const apiToken = (role: string) =>
    secret(`${role}_jwt`, () =>
      new SignJWT({ role })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: signing.kid })
        .setIssuer('supabase')
        .setIssuedAt()
        .setExpirationTime('10y')
        .sign(privateKey),
    )
  return {
    ...(await collectSigningKeys(signing, given, retired)),
    publishable: await secret('publishable_key', () => `sb_publishable_${randomText(24)}`),
    secret: await secret('secret_key', () => `sb_secret_${randomText(32)}`),
    anonJwt: await apiToken('anon'),
    serviceRoleJwt: await apiToken('service_role'),
    pepper: createSecretKey(await secret('pepper', () => randomText(32)), 'base64url'),
    verified: new VerifiedTokens(),
  }
}

async function makeSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return JSON.stringify({
    ...(await exportJWK(privateKey)),
    kid: crypto.randomUUID(),
    alg: 'ES256',
    use: 'sig',
  })
}

function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
