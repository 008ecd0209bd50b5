import type { ExtensionName } from './extensions.ts'

/** What PGlite's thread is opened with; `dump` fills a folder that is not there yet. */
export type PGliteOptions = {
  dataDir: string
  dump?: Blob
  extensions?: readonly ExtensionName[]
  startParams: string[]
}

/** Besides, a count that the thread keeps of what it has begun to carry out, and whoever loses the thread reads. */
export type PGliteWorkerData = PGliteOptions & { begun: SharedArrayBuffer }

/** What PGlite's thread is told, several at a time: messages of PostgreSQL's protocol, to sync its log, to dump its folder, or to close. */
export type WorkerRequest = Uint8Array | 'sync' | 'dump' | 'close'

/** What PGlite's thread answers; what it knows may be undone by a power cut as long as it `isUnsynced`. */
export type WorkerAnswer = { bytes: ArrayBuffer; isUnsynced: boolean }

/** What PGlite's thread says once it is open: the types whose arrays it knows, by number. */
export type OpenedMessage = { arrayTypes: { elementType: number; arrayType: number }[] }

/** What breaks PGlite, said just before its thread ends. */
export type BrokenMessage = { broken: string }
