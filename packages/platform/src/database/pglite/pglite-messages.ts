import type { ExtensionName } from './extensions.ts'

/** The options of PGlite's thread; `dump` fills a new folder. */
export type PGliteOptions = {
  dataDir: string
  dump?: Blob
  extensions?: readonly ExtensionName[]
  startParams: string[]
}

/** With a shared counter of started requests. */
export type PGliteWorkerData = PGliteOptions & { begun: SharedArrayBuffer }

/** The requests to PGlite's thread: protocol messages, or to sync, dump or close. */
export type WorkerRequest = Uint8Array | 'sync' | 'dump' | 'close'

/** The thread's answer. `isUnsynced`: a commit is not on the disk yet. */
export type WorkerAnswer = { bytes: ArrayBuffer; isUnsynced: boolean }

/** The first message of the thread: its array types. */
export type OpenedMessage = { arrayTypes: { elementType: number; arrayType: number }[] }

/** The last message of a broken thread. */
export type BrokenMessage = { broken: string }
