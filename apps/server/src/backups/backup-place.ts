import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBytes } from '@app/platform/database/write-bytes'
import { s3Bucket } from '@app/platform/storage/s3-bucket'
import type { BackupPlaceSettings } from '../config/backups.ts'

/** A storage for backups. A stored backup is complete or absent. */
export type BackupPlace = {
  write: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  read: (name: string) => Promise<AsyncIterable<Uint8Array>>
  list: () => Promise<string[]>
  remove: (name: string) => Promise<void>
}

/** The folder or the bucket that the settings name. */
export function openBackupPlace(settings: BackupPlaceSettings): BackupPlace {
  if (settings.kind === 'folder') return folderPlace(settings.folder)
  const bucket = s3Bucket(settings.s3)
  return { ...bucket, list: () => bucket.list(namePrefix) }
}

/** Stores backups as private files. */
export function folderPlace(folder: string): BackupPlace {
  return {
    write: async (name, bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(join(folder, name), bytes)
    },
    read: async (name) => createReadStream(join(folder, name)),
    list: async () => (await readdir(folder)).filter((name) => backupTimeOf(name) !== null),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

/** Writes a file that is there only once it is whole and on the disk. */
async function writeWhole(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${path}.part`
  // An existing file is left by a killed run, or is a link elsewhere.
  await rm(part, { force: true })
  try {
    await writeBytes(part, bytes, { flags: 'wx', mode: 0o600 })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const namePrefix = 'backup-'
const pattern = /^backup-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.sealed$/

/** `backup-2026-11-22T22-10-00Z.sealed`: good on every file system and in every address. */
export function backupName(madeAt: Date): string {
  return `${namePrefix}${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.sealed`
}

/** Returns when a backup of this name was made; null for a name that is none. */
export function backupTimeOf(name: string): Date | null {
  const [, day, hours, minutes, seconds] = pattern.exec(name) ?? []
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : null
}
