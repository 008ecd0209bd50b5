import { type LeakedPasswords, openLeakedPasswords } from '@app/platform/auth/leaked-passwords'
import { StartRefusedError } from '@app/platform/database/start-refused'

/** The passwords that have leaked, by the file of the settings; null without one. Throws `StartRefusedError` when it cannot be read. */
export async function readLeakedPasswords(file: string | null): Promise<LeakedPasswords | null> {
  if (file === null) return null
  try {
    return await openLeakedPasswords(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefusedError(`PASSWORD_LEAKS_FILE cannot be read: ${reason}`, { cause: error })
  }
}
