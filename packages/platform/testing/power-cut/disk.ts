import { cp, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { FileEvent } from './file-events.ts'

/**
 * What a cut leaves of what was not synced: nothing; any of it, in pieces of a disk's sector; all of some files and nothing
 * of the others; or all but what was written to PostgreSQL's log, which ought to be the first to be there.
 */
export const leftovers = ['nothing', 'any sectors', 'some files', 'all but the log'] as const
export type Leaves = (typeof leftovers)[number]

type Change = { at: number; bytes: Uint8Array } | { size: number }
type Name = Extract<FileEvent, { path: string }>
type File = { synced: Buffer; unsynced: Change[] }

const sectorBytes = 512

/**
 * What lies on a disk for sure, and what a power cut may take. Bytes are there once their file is synced; names, as on
 * a file system with a journal, come to be in their order, and all that were before any sync are there after it.
 */
export class Disk {
  readonly #before: string
  /** By paths within the folder. */
  readonly #namesBefore: ReadonlyMap<string, number | null>
  readonly #names: Map<string, number | null>
  /** Those that were touched; the others are as they were. */
  readonly #files = new Map<number, File>()
  readonly #logs = new Set<number>()
  #unsynced: Name[] = []

  private constructor(before: string, names: ReadonlyMap<string, number | null>) {
    this.#before = before
    this.#namesBefore = names
    this.#names = new Map(names)
    for (const [path, file] of names) if (file !== null && isLogPath(path)) this.#logs.add(file)
  }

  /** A disk on which a folder lies as it is now, all of it synced; `before` becomes a copy of it. */
  static async with(folder: string, before: string): Promise<Disk> {
    await cp(folder, before, { recursive: true })
    const names = new Map<string, number | null>()
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      names.set(relative(folder, path), entry.isDirectory() ? null : (await lstat(path)).ino)
    }
    return new Disk(before, names)
  }

  /** Returns whether a file is, or is to be, one of PostgreSQL's log. */
  isLog(file: number): boolean {
    return this.#logs.has(file)
  }

  async apply(event: FileEvent): Promise<void> {
    if ('path' in event) {
      this.#unsynced.push(event)
      if (event.kind !== 'create' || event.file === null) return
      this.#files.set(event.file, { synced: Buffer.alloc(0), unsynced: [] })
      if (isLogPath(event.path)) this.#logs.add(event.file)
      return
    }
    const file = await this.#touch(event.file)
    if (event.kind === 'sync') {
      for (const name of this.#unsynced) rename(this.#names, name)
      this.#unsynced = []
      file.synced = file.unsynced.reduce(change, file.synced)
      file.unsynced = []
    } else if (event.kind === 'write') {
      const { at, data } = event
      const bytes = typeof data === 'number' ? Buffer.alloc(data) : Buffer.from(data, 'base64')
      file.unsynced.push({ at, bytes })
    } else {
      file.unsynced.push({ size: event.size })
    }
  }

  /** Lays out at `place` what a cut would leave now. `random` answers from 0 up to 1. */
  async cut(leaves: Leaves, place: string, random: () => number): Promise<void> {
    const names = new Map(this.#names)
    const kept = { nothing: 0, 'all but the log': this.#unsynced.length }
    const some = () => Math.floor(random() * (this.#unsynced.length + 1))
    const count = leaves === 'nothing' || leaves === 'all but the log' ? kept[leaves] : some()
    for (const name of this.#unsynced.slice(0, count)) rename(names, name)

    await cp(this.#before, place, { recursive: true })
    for (const path of this.#namesBefore.keys()) {
      if (!names.has(path)) await rm(join(place, path), { recursive: true, force: true })
    }
    for (const [path, file] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const to = join(place, path)
      if (file === null) {
        await mkdir(to, { recursive: true })
        continue
      }
      const touched = this.#files.get(file)
      if (!touched && this.#namesBefore.get(path) === file) continue
      const { synced, unsynced } = touched ?? (await this.#touch(file))
      await mkdir(dirname(to), { recursive: true })
      const left = leftOf(unsynced, leaves, this.isLog(file), random)
      await writeFile(to, left.reduce(change, Buffer.from(synced)))
    }
  }

  async #touch(file: number): Promise<File> {
    const known = this.#files.get(file)
    if (known) return known
    const path = [...this.#namesBefore].find(([, named]) => named === file)?.[0]
    const synced = path === undefined ? Buffer.alloc(0) : await readFile(join(this.#before, path))
    const touched: File = { synced, unsynced: [] }
    this.#files.set(file, touched)
    return touched
  }
}

/** A file of the log is filled under another name first. */
export function isLogPath(path: string): boolean {
  return /^pg_wal\/(xlogtemp\.\d+|[0-9A-F]{24})$/.test(path)
}

function leftOf(unsynced: Change[], leaves: Leaves, isLog: boolean, random: () => number): Change[] {
  if (leaves === 'any sectors') return unsynced.flatMap((each) => someOf(each, random))
  if (leaves === 'some files') return random() < 0.5 ? unsynced : []
  return leaves === 'nothing' || isLog ? [] : unsynced
}

function rename(names: Map<string, number | null>, name: Name): void {
  if (name.kind === 'create') {
    names.set(name.path, name.file)
    return
  }
  if (name.kind === 'rename') {
    const file = names.get(name.path)
    if (file !== undefined) names.set(name.to, file)
  }
  names.delete(name.path)
}

function change(bytes: Buffer, made: Change): Buffer {
  if ('size' in made) {
    const grown = Buffer.alloc(made.size)
    bytes.copy(grown)
    return grown
  }
  const end = made.at + made.bytes.length
  const whole = end > bytes.length ? Buffer.concat([bytes, Buffer.alloc(end - bytes.length)]) : bytes
  whole.set(made.bytes, made.at)
  return whole
}

/** Half of what was written, sector by sector. */
function someOf(made: Change, random: () => number): Change[] {
  if ('size' in made) return random() < 0.5 ? [made] : []
  const sectors: Change[] = []
  const { at, bytes } = made
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + sectorBytes - ((at + from) % sectorBytes))
    if (random() < 0.5) sectors.push({ at: at + from, bytes: bytes.subarray(from, to) })
    from = to
  }
  return sectors
}
