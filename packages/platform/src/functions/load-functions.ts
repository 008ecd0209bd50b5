import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A function as hosted Supabase runs it: `export default { fetch }`, in web-standard terms. */
export type EdgeFunction = { fetch: (request: Request) => Response | Promise<Response> }

/** The names of the functions in a folder: its subfolders with an `index.ts`. A leading `_` marks shared code. */
export async function listFunctions(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory() && /^[a-z][\w-]*$/i.test(entry.name))
  const found = await Promise.all(
    names.map(async ({ name }) => ((await readdir(join(folder, name))).includes('index.ts') ? [name] : [])),
  )
  return found.flat()
}

/** Loads a function of the folder, or throws when its `index.ts` does not export what it should. */
export async function loadFunction(folder: string, name: string): Promise<EdgeFunction> {
  const loaded: { default?: unknown } = await import(pathToFileURL(join(folder, name, 'index.ts')).href)
  if (!isEdgeFunction(loaded.default)) {
    throw new Error(`supabase/functions/${name}/index.ts has to export default { fetch }.`)
  }
  return loaded.default
}

function isEdgeFunction(value: unknown): value is EdgeFunction {
  return typeof value === 'object' && value !== null && 'fetch' in value && typeof value.fetch === 'function'
}
