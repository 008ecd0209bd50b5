import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type EdgeEnvironment, inEdgeScope } from './edge-scope.ts'

/** A function as hosted Supabase runs it, in web-standard terms: `export default { fetch }`, or `Deno.serve(handler)`. */
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

/** Loads a function of the folder, or throws when its `index.ts` offers nothing to call. */
export async function loadFunction(
  folder: string,
  name: string,
  environment: EdgeEnvironment,
): Promise<EdgeFunction> {
  const url = pathToFileURL(join(folder, name, 'index.ts')).href
  const served: EdgeFunction[] = []
  const loaded = await inEdgeScope(
    environment,
    (): Promise<{ default?: unknown }> => import(url),
    (handler) => void served.push({ fetch: handler }),
  )
  const found = isEdgeFunction(loaded.default) ? loaded.default : served[0]
  if (!found) {
    throw new Error(`supabase/functions/${name}/index.ts has to export default { fetch } or call Deno.serve.`)
  }
  return found
}

function isEdgeFunction(value: unknown): value is EdgeFunction {
  return typeof value === 'object' && value !== null && 'fetch' in value && typeof value.fetch === 'function'
}
