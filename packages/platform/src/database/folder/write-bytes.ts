import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

export type FileMode = {
  /** `wx` refuses a file that is there already; `w` writes it anew. */
  flags: 'w' | 'wx'
  mode?: number
}

/**
 * Writes a file from a stream and syncs it. After a rejection nothing creates the file any more.
 */
export async function writeBytes(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  { flags, mode }: FileMode,
): Promise<void> {
  const file = await open(path, flags, mode)
  await pipeline(bytes, file.createWriteStream({ flush: true }))
}
