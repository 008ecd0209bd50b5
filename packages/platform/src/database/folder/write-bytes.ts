import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

export type FileMode = {
  /** `wx` refuses a file that is there already; `w` writes it anew. */
  flags: 'w' | 'wx'
  mode?: number
}

/**
 * Writes a file as its bytes come; resolves when they are on the disk. Once it rejects, the file is made by nothing any more: a
 * pipeline ends before the stream that it destroys has opened its file, and whoever then removes what is left removes nothing.
 */
export async function writeBytes(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  { flags, mode }: FileMode,
): Promise<void> {
  const file = await open(path, flags, mode)
  await pipeline(bytes, file.createWriteStream({ flush: true }))
}
