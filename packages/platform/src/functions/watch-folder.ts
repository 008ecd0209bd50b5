import { type FSWatcher, watch } from 'node:fs'

const settleMs = 100

/** Calls back a moment after files in a folder, or below it, have changed. */
export function watchFolder(folder: string, onChange: () => Promise<void>): FSWatcher {
  let settling: NodeJS.Timeout | undefined
  return watch(folder, { recursive: true, persistent: false }, () => {
    clearTimeout(settling)
    // Half a file, or a folder that is gone again: the change that makes it whole comes as well.
    settling = setTimeout(() => void onChange().catch(() => {}), settleMs).unref()
  })
}
