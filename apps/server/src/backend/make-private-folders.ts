import { chmod, mkdir, stat } from 'node:fs/promises'

/**
 * Makes folders that nobody else on the machine can look into, and closes those that stood open; what lies inside is
 * out of reach then, whatever its own mode. Throws when a folder belongs to somebody else or does not close.
 */
export async function makePrivateFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { uid, mode } = await stat(folder)
    if (process.getuid && uid !== process.getuid()) {
      throw new Error(
        `The data folder ${folder} belongs to another user (${uid}). Give it to the user of this process.`,
      )
    }
    if ((mode & 0o077) === 0) continue
    await chmod(folder, 0o700)
    if (((await stat(folder)).mode & 0o077) !== 0) {
      throw new Error(
        `The data folder ${folder} stays open to other users: its file system knows no permissions.`,
      )
    }
  }
}
