import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes a file's bytes, or a folder's names, safe from a power cut. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
