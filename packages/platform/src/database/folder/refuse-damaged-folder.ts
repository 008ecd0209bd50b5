import { existsSync } from 'node:fs'
import { access, constants, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseDamagedError, StartRefusedError } from '../start-refused.ts'

/** The errors of PGlite when PostgreSQL aborts. */
const startFailurePattern = /^(Aborted\(|PGlite failed to initialize)/

/** PostgreSQL ends itself as well when it cannot write its log. */
const minFreeBytes = 32 * 1024 * 1024

/**
 * Opens a folder that holds a database, and throws `DatabaseDamagedError` when PostgreSQL gives up
 * on it, which changes nothing in it but the note of whose it is.
 */
export async function refuseDamagedFolder<Opened>(
  folder: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  const note = join(folder, 'postmaster.pid')
  const wasNoted = existsSync(note)
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof Error && startFailurePattern.test(error.message))) throw error
    const reason = await describeStartFailure(folder, wasNoted ? null : note).catch(
      (hindrance: Error) => hindrance,
    )
    throw Object.assign(reason, { cause: error })
  }
}

/** Removes the note that PostgreSQL left behind, and returns why it gave up. Throws for files that are not to be used. */
async function describeStartFailure(folder: string, leftNote: string | null): Promise<Error> {
  if (leftNote !== null) await rm(leftNote, { force: true })
  for (const name of await readdir(folder)) {
    await access(join(folder, name), constants.R_OK | constants.W_OK)
  }
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < minFreeBytes)
    return new StartRefusedError(`There is no room on the disk of ${folder}.`)
  return new DatabaseDamagedError(
    `The database in ${folder} is damaged and was left untouched: ` +
      'move its folder away and put the last backup in its place with `npm run restore`.',
  )
}
