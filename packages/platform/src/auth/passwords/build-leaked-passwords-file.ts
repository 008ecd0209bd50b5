import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { newLeakedPasswords, sha1 } from './leaked-passwords.ts'

/**
 * Builds the filter file from a list with a password or SHA-1 on each line, optionally with a
 * count, like Have I Been Pwned. Returns the number of entries.
 */
export async function buildLeakedPasswordsFile(list: string, file: string): Promise<number> {
  let size = 0
  for await (const line of linesOf(list)) if (line !== '') size += 1
  const made = newLeakedPasswords(size)
  for await (const line of linesOf(list)) {
    if (line === '') continue
    const [, digest] = /^([0-9a-f]{40})(?::\d+)?$/i.exec(line) ?? []
    made.add(digest === undefined ? sha1(line) : Buffer.from(digest, 'hex'))
  }
  await writeFile(file, made.bytes)
  return size
}

function linesOf(list: string) {
  return createInterface({ input: createReadStream(list, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })
}

if (import.meta.main) {
  const [list, file] = process.argv.slice(2)
  if (!list || !file) throw new Error('usage: node make-leaked-passwords.ts LIST FILE')
  process.stdout.write(`${await buildLeakedPasswordsFile(list, file)} passwords\n`)
}
