import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The names of the functions in a folder: its subfolders with an `index.ts`. A leading `_` marks shared code. */
export async function listFunctions(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory() && /^[a-z][\w-]*$/i.test(entry.name))
  const found = await Promise.all(
    names.map(async ({ name }) => ((await readdir(join(folder, name))).includes('index.ts') ? [name] : [])),
  )
  return found.flat()
}
