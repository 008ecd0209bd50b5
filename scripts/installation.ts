import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { commandTexts as texts } from '@app/content/ru/commands'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { BackupError, type BackupReason } from '@app/platform/backup/backup-error'
import { readConfig, type Settings } from '@app/server/config'
import { loadEnv } from './load-env.ts'

/** Reads the settings of a command's installation from the environment and, after it, `.env`. */
export function readInstallationSettings(): Settings {
  loadEnv()
  return readConfig(process.env, sampleOwner)
}

const reasons: Readonly<Record<BackupReason, string>> = texts.backupErrors

/** Runs a command whose answer is the exit code; what it throws is said in words. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  // Whatever a command writes is for its own user alone.
  process.umask(0o077)
  process.exitCode = await work().catch((error: unknown) => {
    if (error instanceof BackupError) console.error(reasons[error.reason])
    console.error(error instanceof Error ? error.message : error)
    return 1
  })
}

/**
 * The file a command is for and whether keys come along. npm keeps flags before its own `--` to itself and tells of them
 * in the environment. Null when the command says anything else.
 */
export function readWishes(): { file: string | undefined; withKeys: boolean } | null {
  const given = process.argv.slice(2)
  const [file, ...more] = given.filter((argument) => !argument.startsWith('--'))
  const flags = given.filter((argument) => argument.startsWith('--'))
  if (more.length > 0 || flags.some((flag) => flag !== '--without-keys')) return null
  return { file, withKeys: flags.length === 0 && process.env.npm_config_without_keys !== 'true' }
}

/** The passphrase of the settings, or asked at the terminal, unseen; a new one is asked twice. Never an argument. */
export async function passphraseOf({ backups }: Settings, isNew: boolean): Promise<string> {
  if (backups.passphrase !== null) return backups.passphrase
  if (!process.stdin.isTTY) throw new Error(texts.noPassphrase)
  const passphrase = await askUnseen(texts.askPassphrase)
  if (!isNew) return passphrase
  if (passphrase.length < 16) throw new Error(texts.passphraseTooShort)
  if ((await askUnseen(texts.askPassphraseAgain)) !== passphrase) throw new Error(texts.passphrasesDiffer)
  return passphrase
}

async function askUnseen(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
