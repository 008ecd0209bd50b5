import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { StartRefusedError } from '../start-refused.ts'

/** The flag O_EXLOCK of macOS and the BSDs, which Node does not name. */
const openLockedFlag = 0x20
const alreadyLockedExit = 1

/**
 * Locks a data folder for this process and returns the function that releases it, because two
 * processes would destroy it. It is a file lock of the operating system, so it ends with the
 * process.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = `${folder}.lock`
  const file =
    process.platform === 'linux' ? await lockWithProgram(folder, path) : await lockWithOpenFlag(folder, path)
  await file.truncate()
  // For people only.
  await file.write(`process ${process.pid} on ${hostname()}\n`, 0)
  return () => file.close()
}

/** `flock` locks the open file, which stays open here; a lock of the file itself would end with that program. */
async function lockWithProgram(folder: string, path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    const program = spawn('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', file.fd] })
    const [[code], said] = await Promise.all([
      once(program, 'close'),
      program.stderr ? text(program.stderr) : '',
    ])
    if (code === alreadyLockedExit) throw await folderInUseError(folder, path)
    if (code !== 0) throw new StartRefusedError(`The data folder ${folder} cannot be locked: ${said.trim()}`)
    return file
  } catch (error) {
    await file.close()
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? new StartRefusedError(
          `The data folder ${folder} cannot be locked: the program flock (util-linux) is missing.`,
        )
      : error
  }
}

async function lockWithOpenFlag(folder: string, path: string): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | openLockedFlag
  return open(path, flags, 0o600).catch(async (error: unknown) => {
    const isLocked = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
    throw isLocked ? await folderInUseError(folder, path) : error
  })
}

async function folderInUseError(folder: string, path: string): Promise<Error> {
  const file = await open(path, 'r').catch(() => null)
  const holder = (await file?.readFile('utf8').finally(() => file.close()))?.trim()
  return new StartRefusedError(`The data folder ${folder} is in use by ${holder || 'another process'}.`)
}
