import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const blockBytes = 512

/** Unpacks the plain files and folders of a ustar archive below `folder`. Throws for a path that leaves it. */
export function unpackTar(archive: Buffer, folder: string): void {
  for (let at = 0; at + blockBytes <= archive.length; ) {
    const header = archive.subarray(at, at + blockBytes)
    const name = field(header, 0, 100)
    if (name === '') return
    const size = Number.parseInt(field(header, 124, 12), 8)
    const mode = Number.parseInt(field(header, 100, 8), 8)
    const type = field(header, 156, 1)
    const target = path.resolve(folder, field(header, 345, 155), name)
    if (!`${target}${path.sep}`.startsWith(`${path.resolve(folder)}${path.sep}`))
      throw new Error(`the archive's ${name} leaves its folder`)

    const start = at + blockBytes
    if (type === '5') mkdirSync(target, { recursive: true })
    if (type === '0' || type === '') {
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, archive.subarray(start, start + size))
      chmodSync(target, mode)
    }
    at = start + Math.ceil(size / blockBytes) * blockBytes
  }
}

function field(header: Buffer, offset: number, length: number): string {
  return (
    header
      .toString('latin1', offset, offset + length)
      .split('\0', 1)[0]
      ?.trim() ?? ''
  )
}
