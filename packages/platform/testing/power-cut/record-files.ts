import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join, relative } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import type { FileEvent } from './file-events.ts'

/**
 * Imported ahead of a program and into each of its threads: keeps a record of all that its threads do to files of one
 * folder, in the order in which it happened, for `Disk` to tell what a power cut would leave of it.
 */
const folder = process.env.POWER_CUT_FOLDER ?? ''
const trace = fs.openSync(process.env.POWER_CUT_TRACE ?? '', 'a')
/** Files by what is open, and those that were made by their inode, which another file may have after them. */
const opened = new Map<number, number>()
const made = new Map<number, number>()
let lastMade = 0

if (!isMainThread) record()

function record(): void {
  const { openSync, closeSync, writeSync, writeFileSync, fsyncSync, fdatasyncSync } = fs
  const { mkdirSync, renameSync, unlinkSync, rmdirSync, ftruncateSync, truncateSync } = fs
  const say = (event: FileEvent) => void writeSync(trace, `${JSON.stringify(event)}\n`)
  const isOurs = (path: string) => String(path).startsWith(join(folder, '/'))
  const within = (path: string) => relative(folder, path)
  const fileOf = ({ ino }: fs.Stats) => made.get(ino) ?? ino
  const sayMade = (path: string, { ino }: fs.Stats) => {
    lastMade -= 1
    made.set(ino, lastMade)
    say({ kind: 'create', path: within(path), file: lastMade })
  }
  const synced = (descriptor: number) => {
    const file = opened.get(descriptor)
    if (file !== undefined) say({ kind: 'sync', file })
  }

  const replacements = {
    openSync(path: string, ...given: [number]) {
      const isNew = isOurs(path) && !fs.existsSync(path)
      const descriptor = openSync(path, ...given)
      if (isOurs(path)) {
        const facts = fs.fstatSync(descriptor)
        if (isNew) sayMade(path, facts)
        if (facts.isFile()) opened.set(descriptor, fileOf(facts))
      }
      return descriptor
    },
    closeSync(descriptor: number) {
      opened.delete(descriptor)
      closeSync(descriptor)
    },
    writeSync(descriptor: number, ...given: [Uint8Array, number, number, number]) {
      const length = writeSync(descriptor, ...given)
      const file = opened.get(descriptor)
      const [bytes, from, , at] = given
      if (file !== undefined) {
        const written = Buffer.from(bytes.slice(from, from + length))
        const data = written.every((byte) => byte === 0) ? length : written.toString('base64')
        say({ kind: 'write', file, at, data })
      }
      return length
    },
    writeFileSync(path: string, ...given: [string, object]) {
      const isNew = isOurs(path) && !fs.existsSync(path)
      writeFileSync(path, ...given)
      if (isNew) sayMade(path, fs.statSync(path))
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
      const file = opened.get(descriptor)
      if (file !== undefined) say({ kind: 'truncate', file, size })
    },
    truncateSync(path: string, size: number) {
      truncateSync(path, size)
      if (isOurs(path)) say({ kind: 'truncate', file: fileOf(fs.statSync(path)), size })
    },
    mkdirSync(path: string, ...given: [number]) {
      mkdirSync(path, ...given)
      if (isOurs(path)) say({ kind: 'create', path: within(path), file: null })
    },
    renameSync(path: string, to: string) {
      renameSync(path, to)
      if (isOurs(path)) say({ kind: 'rename', path: within(path), to: within(to) })
    },
    unlinkSync(path: string) {
      unlinkSync(path)
      if (isOurs(path)) say({ kind: 'remove', path: within(path) })
    },
    rmdirSync(path: string) {
      rmdirSync(path)
      if (isOurs(path)) say({ kind: 'remove', path: within(path) })
    },
  }
  Object.assign(fs, replacements)
  syncBuiltinESMExports()
}
