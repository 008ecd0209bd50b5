import type { JWK } from 'jose'
import { type Kysely, sql } from 'kysely'
import type { PlatformTables } from '../database/tables.ts'
import { makeKeyFile, newKey, readKeyFile, replaceKeyFile } from './key-file.ts'
import { isSealed, seal, unseal } from './seal.ts'
import { publicPart, type RetiredKey, retiredPrefix } from './signing-keys.ts'

/** The secrets that the next start creates anew. The publishable key is public, so it stays. */
const replacedSecrets = ['signing_key', 'secret_key', 'anon_jwt', 'service_role_jwt', 'pepper']

/** Tokens live for an hour; those signed last are taken until then, and a little longer for clocks that differ. */
const graceMs = 65 * 60 * 1000

/**
 * Replaces all secrets and their sealing key for the next start. `keepTokens` keeps issued tokens
 * valid.
 */
export async function rotateKeys(
  db: Kysely<PlatformTables>,
  { keyFile, keepTokens, now }: { keyFile: string; keepTokens: boolean; now: Date },
): Promise<void> {
  const old = (await readKeyFile(keyFile)) ?? (await makeKeyFile(keyFile))
  const next = newKey()
  // Both keys stay in the file until the database is updated.
  await replaceKeyFile(keyFile, [next, ...old])
  await db.transaction().execute(async (trx) => {
    await sql`lock table platform.secrets in exclusive mode`.execute(trx)
    const rows = await trx.selectFrom('platform.secrets').select(['name', 'value']).execute()
    const secrets = new Map(rows.map(({ name, value }) => [name, unsealWithAny(old, name, value)]))
    const signing = secrets.get('signing_key')
    for (const name of secrets.keys()) {
      if (replacedSecrets.includes(name) || name.startsWith(retiredPrefix)) secrets.delete(name)
    }
    if (signing !== undefined && keepTokens) {
      const retired = toRetiredKey(JSON.parse(signing) as JWK, now)
      secrets.set(`${retiredPrefix}${retired.jwk.kid}`, JSON.stringify(retired))
    }
    await trx.deleteFrom('platform.secrets').execute()
    for (const [name, value] of secrets) {
      await trx
        .insertInto('platform.secrets')
        .values({ name, value: seal(next, name, value) })
        .execute()
    }
  })
  await replaceKeyFile(keyFile, [next])
}

function unsealWithAny(keys: readonly Buffer[], name: string, value: string): string {
  const text = isSealed(value) ? unseal(keys, name, value) : value
  if (text === null) throw new Error(`The secret ${name} is sealed with another key than the file holds.`)
  return text
}

/** Keeps only the public key, for verification. */
function toRetiredKey(jwk: JWK, now: Date): RetiredKey {
  return { jwk: publicPart(jwk), until: new Date(now.getTime() + graceMs).toISOString() }
}
