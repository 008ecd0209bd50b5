import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import type { FileEvent } from './file-events.ts'

/**
 * Imported ahead of a program and into each of its threads: keeps a record of all that its threads do to files of one
 * folder, in the order in which it happened, for `Disk` to tell what a power cut would leave of it.
 */
const folder = process.env.POWER_CUT_FOLDER ?? ''
const trace = fs.openSync(process.env.POWER_CUT_TRACE ?? '', 'a')
const known = new Map<number, number>()

if (!isMainThread) record()

function record(): void {
  const { openSync, closeSync, writeSync, writeFileSync, fsyncSync, fdatasyncSync } = fs
  const { mkdirSync, renameSync, unlinkSync, rmdirSync, ftruncateSync, truncateSync } = fs
  const say = (event: FileEvent) => void writeSync(trace, `${JSON.stringify(event)}\n`)
  const isOurs = (path: string) => String(path).startsWith(folder)
  const inode = (path: string) => fs.statSync(path).ino
  const synced = (descriptor: number) => {
    const file = known.get(descriptor)
    if (file !== undefined) say({ kind: 'sync', file })
  }

  const replacements = {
    openSync(path: string, ...given: [number]) {
      const isNew = isOurs(path) && !fs.existsSync(path)
      const descriptor = openSync(path, ...given)
      if (isOurs(path)) {
        const file = fs.fstatSync(descriptor).ino
        known.set(descriptor, file)
        if (isNew) say({ kind: 'create', path, file })
      }
      return descriptor
    },
    closeSync(descriptor: number) {
      known.delete(descriptor)
      closeSync(descriptor)
    },
    writeSync(descriptor: number, ...given: [Uint8Array, number, number, number]) {
      const length = writeSync(descriptor, ...given)
      const file = known.get(descriptor)
      const [bytes, from, , at] = given
      if (file !== undefined) {
        const written = Buffer.from(bytes.slice(from, from + length))
        const data = written.every((byte) => byte === 0) ? length : written.toString('base64')
        say({ kind: 'write', file, at, data })
      }
      return length
    },
    writeFileSync(path: string, ...given: [string, object]) {
      writeFileSync(path, ...given)
      if (isOurs(path)) say({ kind: 'create', path, file: inode(path) })
    },
    fsyncSync(descriptor: number) {
      fsyncSync(descriptor)
      synced(descriptor)
    },
    fdatasyncSync(descriptor: number) {
      fdatasyncSync(descriptor)
      synced(descriptor)
    },
    ftruncateSync(descriptor: number, size: number) {
      ftruncateSync(descriptor, size)
      const file = known.get(descriptor)
      if (file !== undefined) say({ kind: 'truncate', file, size })
    },
    truncateSync(path: string, size: number) {
      truncateSync(path, size)
      if (isOurs(path)) say({ kind: 'truncate', file: inode(path), size })
    },
    mkdirSync(path: string, ...given: [number]) {
      mkdirSync(path, ...given)
      if (isOurs(path)) say({ kind: 'create', path, file: null })
    },
    renameSync(path: string, to: string) {
      renameSync(path, to)
      if (isOurs(path)) say({ kind: 'rename', path, to })
    },
    unlinkSync(path: string) {
      unlinkSync(path)
      if (isOurs(path)) say({ kind: 'remove', path })
    },
    rmdirSync(path: string) {
      rmdirSync(path)
      if (isOurs(path)) say({ kind: 'remove', path })
    },
  }
  Object.assign(fs, replacements)
  syncBuiltinESMExports()
}
