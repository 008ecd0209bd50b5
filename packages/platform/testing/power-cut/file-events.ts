/**
 * What a program did to the files of a folder. `file` is what a path names until it is removed, null for a folder: the
 * inode of one that was there before, and a number of its own, below zero, for one that was made.
 */
export type FileEvent =
  | { kind: 'create'; path: string; file: number | null }
  | { kind: 'write'; file: number; at: number; data: string | number }
  | { kind: 'truncate'; file: number; size: number }
  | { kind: 'sync'; file: number }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'remove'; path: string }

/** What its work came to in between: something is about to be tried, or was acknowledged. */
export type WorkEvent = { kind: 'tried' | 'acknowledged'; what: string }

export type TraceEvent = FileEvent | WorkEvent
