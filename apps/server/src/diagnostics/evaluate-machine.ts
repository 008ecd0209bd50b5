import { type Finding, found } from '@app/contracts/findings'

const minNodeVersion = '22.22'

/** Returns whether this Node runs the product: `version` as `22.22.1`. */
export function evaluateNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = minNodeVersion.split('.').map(Number)
  const isOld = major < wantedMajor || (major === wantedMajor && minor < wantedMinor)
  return isOld ? found('node_old', { version, wanted: minNodeVersion }) : found('node_good', { version })
}

const megabyte = 1024 * 1024
const gigabyte = 1024 * megabyte

/** Machines sold with 1 GB or 512 MB have less usable memory. */
const minMegabytes = { embedded: 900, other: 450 }

/**
 * Returns whether the machine, or what of it the process may have, carries this kind of database.
 */
export function evaluateMemory(bytes: number, isEmbedded: boolean): Finding {
  const megabytes = Math.floor(bytes / megabyte)
  const wanted = isEmbedded ? minMegabytes.embedded : minMegabytes.other
  return megabytes < wanted
    ? found('memory_short', { megabytes, wanted })
    : found('memory_good', { megabytes })
}

/**
 * Returns whether there is room to write. A backup needs as much again as the database for a while.
 */
export function evaluateDisk(
  { freeBytes, totalBytes }: { freeBytes: number; totalBytes: number },
  lowGigabytes: number,
): Finding {
  const gigabytes = (freeBytes / gigabyte).toFixed(1)
  const percent = Math.floor((100 * freeBytes) / Math.max(1, totalBytes))
  if (freeBytes < 0.25 * gigabyte) return found('disk_full', { gigabytes })
  if (freeBytes < lowGigabytes * gigabyte) return found('disk_low', { gigabytes, percent })
  return found('disk_good', { gigabytes })
}

/** A Date header has whole seconds and has been on its way; codes of an app are good for half a minute either side. */
const maxClockDriftSeconds = 20
const maxSmallDriftSeconds = 60

/** Returns whether the clock agrees with what a server on the network says the time is. */
export function evaluateClock(ours: Date, theirs: Date, source: string): Finding {
  const seconds = Math.round((ours.getTime() - theirs.getTime()) / 1000)
  const off = Math.abs(seconds)
  if (off > maxSmallDriftSeconds) return found('clock_wrong', { source, seconds })
  if (off > maxClockDriftSeconds) return found('clock_off', { source, seconds })
  return found('clock_good', { source })
}

/** The properties of a file or folder; null when it does not exist. */
export type Entry = { isFolder: boolean; owner: number; mode: number; isWritable: boolean } | null

/**
 * Returns whether the data folder is the process's own and closed to others. `user` is who looks;
 * null where there are no users.
 */
export function evaluateFolder(folder: string, entry: Entry, user: number | null): Finding {
  if (!entry) return found('folder_absent', { folder })
  if (!entry.isFolder) return found('folder_no_folder', { folder })
  if (user === 0 && entry.owner !== 0) return found('folder_for_root', { folder, owner: entry.owner })
  if (user !== null && entry.owner !== user) {
    return found('folder_foreign', { folder, owner: entry.owner, user })
  }
  if (isOpen(entry.mode)) return found('folder_open', { folder })
  if (!entry.isWritable) return found('folder_read_only', { folder })
  return found('folder_good', { folder })
}

/** Evaluates whether the key file exists beside data and is private. */
export function evaluateKeyFile(file: string, entry: Entry, folder: Entry): Finding | null {
  if (!entry) return folder ? found('key_absent', { file }) : null
  if (folder && entry.owner !== folder.owner) return found('key_foreign', { file, owner: entry.owner })
  return isOpen(entry.mode) ? found('key_open', { file }) : found('key_good', { file })
}

/**
 * Returns whether others on the machine may read the file with the passwords of outside services.
 */
export function evaluateEnvFile(file: string, entry: Entry): Finding | null {
  return entry && isOpen(entry.mode) ? found('env_open', { file }) : null
}

const isOpen = (mode: number) => (mode & 0o077) !== 0
