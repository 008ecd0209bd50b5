import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FileEvent } from './file-events.ts'

/** What a cut leaves of what was not synced: nothing, or any of it, in pieces of a disk's sector. */
export type Leaves = 'nothing' | 'anything'

type Change = { at: number; bytes: Uint8Array } | { size: number }
type Name = Extract<FileEvent, { path: string }>
type File = { synced: Buffer; unsynced: Change[] }

const sectorBytes = 512

/**
 * What lies on a disk for sure, and what a power cut may take. Bytes are there once their file is synced; names, as on
 * a file system with a journal, come to be in their order, and all that were before any sync are there after it.
 */
export class Disk {
  readonly #files = new Map<number, File>()
  readonly #names = new Map<string, number | null>()
  #unsynced: Name[] = []

  apply(event: FileEvent): void {
    if ('path' in event) {
      this.#unsynced.push(event)
      if (event.kind === 'create' && event.file !== null)
        this.#files.set(event.file, { synced: Buffer.alloc(0), unsynced: [] })
      return
    }
    const file = this.#files.get(event.file)
    if (event.kind === 'sync') {
      for (const name of this.#unsynced) rename(this.#names, name)
      this.#unsynced = []
    }
    if (!file) return
    if (event.kind === 'write') {
      const bytes =
        typeof event.data === 'number' ? Buffer.alloc(event.data) : Buffer.from(event.data, 'base64')
      file.unsynced.push({ at: event.at, bytes })
    }
    if (event.kind === 'truncate') file.unsynced.push({ size: event.size })
    if (event.kind === 'sync') {
      file.synced = file.unsynced.reduce(change, file.synced)
      file.unsynced = []
    }
  }

  /** Lays out what a cut would leave now, with `from` in paths become `to`. `random` answers from 0 up to 1. */
  async cut(leaves: Leaves, from: string, to: string, random: () => number): Promise<void> {
    const names = new Map(this.#names)
    const kept = leaves === 'nothing' ? 0 : Math.floor(random() * (this.#unsynced.length + 1))
    for (const name of this.#unsynced.slice(0, kept)) rename(names, name)
    for (const [path, file] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const place = path.replace(from, to)
      if (file === null) {
        await mkdir(place, { recursive: true })
        continue
      }
      await mkdir(dirname(place), { recursive: true })
      const { synced = Buffer.alloc(0), unsynced = [] } = this.#files.get(file) ?? {}
      const left = leaves === 'nothing' ? [] : unsynced.flatMap((each) => someOf(each, random))
      await writeFile(place, left.reduce(change, Buffer.from(synced)))
    }
  }
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
