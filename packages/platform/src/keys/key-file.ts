import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { syncPath } from '../database/folder/sync-path.ts'
import { StartRefusedError } from '../database/start-refused.ts'

/**
 * The keys of a file, one a line of base64url: the first seals, all open. Null when there is no
 * file. Throws when others can read it and that cannot be mended, or when it holds anything else.
 */
export async function readKeyFile(file: string): Promise<Buffer[] | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw new StartRefusedError(`The key file ${file} cannot be read (${codeOf(error)}).`)
  })
  if (text === null) return null
  await restrictToOwner(file)
  const keys = text
    .split('\n')
    .flatMap((line) => (line.trim() ? [Buffer.from(line.trim(), 'base64url')] : []))
  if (keys.length === 0 || keys.some(({ length }) => length !== 32)) {
    throw new StartRefusedError(
      `The key file ${file} must hold keys of 32 bytes, one a line, as it was made.`,
    )
  }
  return keys
}

/** Makes the file with a new key, or reads what another process has made at the same moment. */
export async function makeKeyFile(file: string): Promise<Buffer[]> {
  await mkdir(dirname(resolve(file)), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}.new`
  try {
    await write(draft, [newKey()])
    // A link never replaces an existing file, and the file is complete.
    await link(draft, file).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    syncPath(dirname(resolve(file)))
  } catch (error) {
    throw new StartRefusedError(`The key file ${file} cannot be made (${codeOf(error)}).`)
  } finally {
    await rm(draft, { force: true })
  }
  const keys = await readKeyFile(file)
  if (!keys) throw new StartRefusedError(`The key file ${file} has gone again.`)
  return keys
}

/** Replaces the file by one with these keys, all or nothing. */
export async function replaceKeyFile(file: string, keys: readonly Buffer[]): Promise<void> {
  await write(`${file}.new`, keys)
  await rename(`${file}.new`, file)
  syncPath(dirname(resolve(file)))
}

export function newKey(): Buffer {
  return randomBytes(32)
}

async function write(file: string, keys: readonly Buffer[]): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.chmod(0o600)
    await handle.writeFile(keys.map((key) => `${key.toString('base64url')}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A file of ours is tightened. One that the machine's owner hands to us, as service managers do, must be closed already. */
async function restrictToOwner(file: string): Promise<void> {
  const { mode, uid } = await stat(file)
  const isOurs = uid === process.getuid?.()
  if (isOurs && (mode & 0o077) !== 0) await chmod(file, 0o600)
  if (!isOurs && (uid !== 0 || (mode & 0o007) !== 0)) {
    throw new StartRefusedError(`The key file ${file} belongs to another user, or everybody can read it.`)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
