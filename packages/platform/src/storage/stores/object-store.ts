import type { Readable } from 'node:stream'

/** Bytes of an inclusive range, as in HTTP. */
export type ByteRange = { start: number; end: number }

const keyPattern = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** The key itself, or an error when it is none that an object can have. */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error('An object key must be a version id.')
  return key
}

/** The error for a missing key. */
export class ObjectMissingError extends Error {
  override name = 'ObjectMissingError'
}

/** A store of bytes. A key is the random version of an object, never a client's name. */
export type ObjectStore = {
  /**
   * Writes the bytes as a stream and resolves when they are durable. When it throws, nothing is
   * stored.
   */
  write: (key: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  /** Keeps a copy under another key. Throws when there is nothing under the first. */
  copy: (key: string, newKey: string) => Promise<void>
  /** Throws `ObjectMissingError` when there is nothing under the key. */
  read: (key: string, range?: ByteRange) => Promise<Readable>
  /** Removing a missing object is no error. */
  remove: (key: string) => Promise<void>
}
