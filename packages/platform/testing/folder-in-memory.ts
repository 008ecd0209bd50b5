import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
const tmpfs = 0x01021994
/** A run's PostgreSQL fills less than one; where there is little memory, the rest of the run needs it more. */
const enoughBytes = 4 * 1024 ** 3

/**
 * Returns a folder for files that nothing but this run needs: in memory if there is plenty, and
 * else where all temporary files are. To copy and to drop a database makes and deletes a thousand
 * files, which on a disk takes several times the work of PostgreSQL itself.
 */
export async function folderInMemory(): Promise<string> {
  const { type, bavail, bsize } = await statfs(inMemory).catch(() => ({ type: 0, bavail: 0, bsize: 0 }))
  const isRoomy = type === tmpfs && Math.min(bavail * bsize, process.availableMemory()) >= enoughBytes
  return isRoomy ? inMemory : tmpdir()
}
