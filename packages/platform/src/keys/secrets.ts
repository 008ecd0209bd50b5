import type { Kysely } from 'kysely'
import { StartRefusedError } from '../database/start-refused.ts'
import type { PlatformTables } from '../database/tables.ts'
import { makeKeyFile, readKeyFile } from './key-file.ts'
import { isSealed, seal, unseal } from './seal.ts'

type Db = Kysely<PlatformTables>

/** The sealed secrets in the database. */
export type Secrets = {
  /** Returns a secret, or creates it. Concurrent processes get the same one. */
  get: (name: string, make: () => string | Promise<string>) => Promise<string>
  /** Lists names with this prefix. */
  list: (start: string) => Promise<string[]>
}

/**
 * Opens the secrets with the key file, which is created at the first start; plain secrets are
 * sealed. Without a file they stay plain. Throws for a wrong key.
 */
export async function openSecrets(db: Db, keyFile: string | undefined): Promise<Secrets> {
  const rows = await db.selectFrom('platform.secrets').select(['name', 'value']).execute()
  const sealed = rows.filter(({ value }) => isSealed(value))
  const keys = keyFile === undefined ? [] : await findSealKeys(keyFile, sealed.length > 0)
  const wrong = sealed.find(({ name, value }) => unseal(keys, name, value) === null)
  if (wrong) {
    throw new StartRefusedError(
      `The secrets in the database are sealed with another key than ${keyFile ?? 'none at all'}. ` +
        'Bring back the key file that belongs to this database (docs/security.md).',
    )
  }
  const [key] = keys
  const closed = (name: string, value: string) => (key ? seal(key, name, value) : value)
  const opened = (name: string, value: string) => {
    const text = isSealed(value) ? unseal(keys, name, value) : value
    if (text === null) throw new Error(`The secret ${name} was sealed with another key meanwhile.`)
    return text
  }
  for (const { name, value } of key ? rows : []) {
    if (!isSealed(value)) await resealSecret(db, name, value, closed(name, value))
  }

  const find = async (name: string) => {
    const row = await db
      .selectFrom('platform.secrets')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst()
    return row && opened(name, row.value)
  }
  return {
    async get(name, make) {
      const existing = await find(name)
      if (existing !== undefined) return existing
      await db
        .insertInto('platform.secrets')
        .values({ name, value: closed(name, await make()) })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      const kept = await find(name)
      if (kept === undefined) throw new Error(`The secret ${name} was not kept.`)
      return kept
    },
    async list(start) {
      const all = await db.selectFrom('platform.secrets').select(['name', 'value']).execute()
      return all.filter(({ name }) => name.startsWith(start)).map(({ name, value }) => opened(name, value))
    },
  }
}

/** A file that is missing is made only where it opens nothing: a new key could not open what the old one sealed. */
async function findSealKeys(file: string, isNeeded: boolean): Promise<Buffer[]> {
  const keys = await readKeyFile(file)
  if (keys) return keys
  if (isNeeded) {
    throw new StartRefusedError(
      `The key file ${file} is missing, and the secrets in the database are sealed with it. ` +
        'Bring it back from where it is kept, or from another machine of this installation (docs/security.md).',
    )
  }
  return makeKeyFile(file)
}

/** Only if unchanged, because another process may have sealed it. */
async function resealSecret(db: Db, name: string, before: string, after: string): Promise<void> {
  await db
    .updateTable('platform.secrets')
    .set({ value: after })
    .where('name', '=', name)
    .where('value', '=', before)
    .execute()
}
