import { access, chmod, constants, mkdir, stat } from 'node:fs/promises'
import { ConfigError } from '../config.ts'

/**
 * Creates private folders, or restricts existing ones to their owner. Throws `ConfigError` with a
 * remedy when a folder is not usable.
 */
export async function makePrivateFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const problem = await makePrivate(folder)
    if (problem) throw new ConfigError([`DATA_DIR: ${problem}`])
  }
}

async function makePrivate(folder: string): Promise<string | null> {
  const there = await stat(folder).catch(() => null)
  if (there && !there.isDirectory()) return `${folder} is a file, not a folder; name a folder`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    return `the folder ${folder} cannot be made (${codeOf(error)}); make it and give it to the user of this process`
  }
  const { uid, mode } = await stat(folder)
  if (process.getuid && uid !== process.getuid()) {
    return `the folder ${folder} belongs to another user (${uid}); give it to the user of this process: chown -R ${process.getuid()} ${folder}`
  }
  if ((mode & 0o077) !== 0) {
    await chmod(folder, 0o700).catch(() => {})
    if (((await stat(folder)).mode & 0o077) !== 0) {
      return `the folder ${folder} stays open to other users: its file system is read-only, or knows no permissions`
    }
  }
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    return `the folder ${folder} cannot be written to (${codeOf(error)}); ${remedies[codeOf(error)] ?? 'chmod 700 it'}`
  }
}

const remedies: Readonly<Record<string, string>> = {
  EROFS: 'its disk is read-only, or the service may not write there (ReadWritePaths of systemd)',
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
