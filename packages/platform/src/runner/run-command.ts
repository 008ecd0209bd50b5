import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { BackupError } from '../backup/backup-error.ts'
import { checkBackup, readBackup } from '../backup/read-backup.ts'
import type { Restored } from '../backup/restore-backup.ts'
import { ScriptFailed } from '../backup/scripts/load-scripts.ts'
import { writeBytes } from '../database/folder/write-bytes.ts'
import { StartRefused } from '../database/start-refused.ts'
import {
  fillHosted,
  fillInstallation,
  type Installation,
  loadIntoInstallation,
  readInstallation,
} from './installation.ts'
import { readEnvironment } from './read-environment.ts'
import { isDatabaseUrl } from './read-variables.ts'
import { whyUnreadable } from './why-unreadable.ts'

const usage = `platform                       serve
platform dump FILE             everything in one file, sealed with PLATFORM_PASSPHRASE
platform restore FILE          from such a file into the empty place that the variables name
platform load FILE...          dumps and seeds of Supabase, in their order, all or nothing
platform clone --to PLACE      into another empty place: a folder, or postgres://... with --files FOLDER
platform move --to postgres://... --url https://REF.supabase.co
                               into a hosted project; its secret key is PLATFORM_SERVICE_KEY
  --without-keys               the copy signs with keys of its own`

const isOfPostgres = /^postgres(ql)?:/

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Runs one of the runner's commands. Answers what there is to say of it, and the exit code: 1 when it cannot be done, 2 when nothing was
 * understood.
 */
export async function runCommand(
  args: readonly string[],
  environment: Environment,
): Promise<{ code: 0 | 1 | 2; said: string }> {
  const asked = readArguments(args)
  if ('problem' in asked) return { code: 2, said: `${asked.problem}\n\n${usage}` }
  try {
    const said = await carry(asked, environment)
    return said === null ? { code: 2, said: usage } : { code: 0, said }
  } catch (error) {
    if ([BackupError, StartRefused, ScriptFailed].some((kind) => error instanceof kind))
      return { code: 1, said: (error as Error).message }
    throw error
  }
}

type Asked = ReturnType<typeof parse>

/** What was asked, or what is wrong with it, without the values: there may be passwords in them. */
function readArguments(args: readonly string[]): Asked | { problem: string } {
  try {
    const asked = parse(args)
    const { to, url } = asked.values
    if (to && isOfPostgres.test(to) && !isDatabaseUrl(to)) return { problem: '--to must be a valid URL' }
    if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      return { problem: '--url must be a URL such as https://REF.supabase.co' }
    return asked
  } catch (error) {
    if (error instanceof TypeError) return { problem: error.message }
    throw error
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      url: { type: 'string' },
      files: { type: 'string' },
      'without-keys': { type: 'boolean', default: false },
    },
  })
}

/** What came of it; null when nothing was understood. */
async function carry({ values, positionals }: Asked, environment: Environment): Promise<string | null> {
  const [command, ...files] = positionals
  const [file] = files
  const { platform } = readEnvironment(environment)
  const { database, storage, migrationsDir = '' } = platform
  const here: Installation = { database, storage, migrationsDir }
  const withKeys = !values['without-keys']
  if (command === 'dump' && file) {
    const passphrase = required(environment, 'PLATFORM_PASSPHRASE')
    await readInstallation(here, { passphrase, withKeys }, (sealed) => writeNew(file, sealed))
    return told(await checkBackup(readBackup(createReadStream(file), passphrase)))
  }
  if (command === 'restore' && file) {
    const why = await whyUnreadable(file)
    if (why !== null) throw new BackupError('no_file', why)
    const passphrase = required(environment, 'PLATFORM_PASSPHRASE')
    const read = () => createReadStream(file)
    // To its end, before anything is made of it.
    await checkBackup(readBackup(read(), passphrase))
    return told(await fillInstallation(here, { passphrase, withKeys }, read()))
  }
  if (command === 'load' && file) return JSON.stringify(await loadIntoInstallation(here, files))
  // Nobody else ever sees the stream.
  const passphrase = randomUUID()
  if (command === 'clone' && values.to) {
    const there = placeAt(values.to, values.files, migrationsDir)
    const take = (sealed: AsyncIterable<Buffer>) => fillInstallation(there, { passphrase, withKeys }, sealed)
    return told(await readInstallation(here, { passphrase, withKeys }, take))
  }
  if (command === 'move' && values.to && values.url) {
    const secretKey = required(environment, 'PLATFORM_SERVICE_KEY')
    const project = { databaseUrl: values.to, url: values.url, secretKey, migrationsDir }
    const take = (sealed: AsyncIterable<Buffer>) =>
      fillHosted(project, { passphrase, withKeys: false }, sealed)
    return told(await readInstallation(here, { passphrase, withKeys: false }, take))
  }
  return null
}

function placeAt(to: string, files: string | undefined, migrationsDir: string): Installation {
  return isOfPostgres.test(to)
    ? {
        database: { kind: 'postgres', url: to },
        storage: { folder: files ?? './data/storage' },
        migrationsDir,
      }
    : {
        database: { kind: 'pglite', dataDir: `${to}/db` },
        storage: { folder: `${to}/storage` },
        migrationsDir,
      }
}

/** Half a file never has the name of a whole one, and none is written over. */
async function writeNew(file: string, sealed: AsyncIterable<Buffer>): Promise<void> {
  if (existsSync(file)) throw new BackupError('not_empty', `${file} is there already.`)
  const draft = `${file}.${randomUUID()}.part`
  try {
    await writeBytes(draft, sealed, { flags: 'wx', mode: 0o600 })
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

function told({ tables, files, missingFiles }: Pick<Restored, 'tables' | 'files' | 'missingFiles'>): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  return JSON.stringify({ rows, files, missingFiles })
}

function required(environment: Environment, name: string): string {
  const value = environment[name]
  if (!value) throw new BackupError('closed', `${name} must be given.`)
  return value
}
