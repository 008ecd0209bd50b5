import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { Kysely } from 'kysely'
import type { PlatformTables } from '../database/tables.ts'
import { type GivenKeys, gatherSigningKeys, type SigningKeys } from './signing-keys.ts'
import { VerifiedTokens } from './verified-tokens.ts'

/** What signs and verifies, and every secret that the platform made at its first start and finds again later. */
export type KeyRing = SigningKeys & {
  publishable: string
  secret: string
  anonJwt: string
  serviceRoleJwt: string
  /** Keys the hashes of one-time codes and refresh tokens. */
  pepper: Buffer
  verified: VerifiedTokens
}

/** Loads the keys, making those that do not exist yet. Safe when several processes start at once. */
export async function loadKeys(db: Kysely<PlatformTables>, given: GivenKeys = {}): Promise<KeyRing> {
  const signing = JSON.parse(await secret(db, 'signing_key', makeSigningKey)) as JWK & { kid: string }
  const privateKey = await importJWK(signing, 'ES256')
  const apiToken = (role: string) =>
    secret(db, `${role}_jwt`, () =>
      new SignJWT({ role })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: signing.kid })
        .setIssuer('supabase')
        .setIssuedAt()
        .setExpirationTime('10y')
        .sign(privateKey),
    )
  return {
    ...(await gatherSigningKeys(signing, given)),
    publishable: await secret(db, 'publishable_key', () => `sb_publishable_${randomText(24)}`),
    secret: await secret(db, 'secret_key', () => `sb_secret_${randomText(32)}`),
    anonJwt: await apiToken('anon'),
    serviceRoleJwt: await apiToken('service_role'),
    pepper: Buffer.from(await secret(db, 'pepper', () => randomText(32)), 'base64url'),
    verified: new VerifiedTokens(),
  }
}

/** Reads a secret, or keeps a new one. When two processes make it at once, both get the one that was kept. */
async function secret(
  db: Kysely<PlatformTables>,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const find = () =>
    db.selectFrom('platform.secrets').select('value').where('name', '=', name).executeTakeFirst()
  const existing = await find()
  if (existing) return existing.value
  await db
    .insertInto('platform.secrets')
    .values({ name, value: await make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const kept = await find()
  if (!kept) throw new Error(`The secret ${name} was not kept.`)
  return kept.value
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
