import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type ImportMap = Readonly<Record<string, string>>

const nothing = 'data:text/javascript,'
const oldServe =
  'data:text/javascript,export const serve = (handler, options) => Deno.serve(options ?? {}, handler)'

/**
 * Lets functions import as they do for hosted Supabase: by `npm:` and `jsr:`, from `esm.sh`, and by the names of their
 * `deno.json` or `import_map.json`. Packages come from `node_modules` and from nowhere else: nothing is fetched.
 */
export function resolveImports(folders: readonly string[]): void {
  const map = readImportMap(folders)
  registerHooks({
    resolve: (specifier, context, next) => {
      const meant = mapped(map, specifier)
      if (isTypesOnly(meant)) return { url: nothing, shortCircuit: true }
      if (/^https:\/\/deno\.land\/std(@[^/]+)?\/http\/server\.ts$/.test(meant)) {
        return { url: oldServe, shortCircuit: true }
      }
      const named = packageOf(meant)
      if (named === null) {
        if (/^https?:/.test(meant))
          throw new Error(`${meant} is not fetched here: install the package, and import it by npm:`)
        return next(meant, context)
      }
      for (const name of named) {
        try {
          return next(name, context)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
        }
      }
      throw new Error(`${meant} is not installed here: npm install ${named[0]}`)
    },
  })
}

/** The first import map that is there wins, as upstream's does: the function's own before the one it shares. */
function readImportMap(folders: readonly string[]): ImportMap {
  for (const folder of folders) {
    for (const file of ['deno.json', 'import_map.json']) {
      const text = readIfThere(join(folder, file))
      if (text === null) continue
      const { imports = {} } = JSON.parse(text) as { imports?: ImportMap }
      const base = pathToFileURL(`${folder}/`)
      return Object.fromEntries(
        Object.entries(imports).map(([name, to]) => [
          name,
          /^\.{0,2}\//.test(to) ? new URL(to, base).href : to,
        ]),
      )
    }
  }
  return {}
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function mapped(map: ImportMap, specifier: string): string {
  const whole = map[specifier]
  if (whole !== undefined) return whole
  const prefixes = Object.keys(map).filter((name) => name.endsWith('/') && specifier.startsWith(name))
  const longest = prefixes.sort((a, b) => b.length - a.length)[0]
  if (longest !== undefined) return map[longest] + specifier.slice(longest.length)
  const bare = Object.keys(map).find((name) => specifier.startsWith(`${name}/`))
  return bare === undefined ? specifier : map[bare] + specifier.slice(bare.length)
}

function isTypesOnly(specifier: string): boolean {
  return /^(jsr|https?):.*\.d\.ts$/.test(specifier) || /^jsr:@supabase\/functions-js(@|\/|$)/.test(specifier)
}

/** What a package may be called in `node_modules`, likeliest first; null when `specifier` names none. */
function packageOf(specifier: string): string[] | null {
  const found =
    /^(npm:|jsr:|https:\/\/esm\.sh\/)\/?(?:v\d+\/)?((?:@[^/@]+\/)?[^/@?]+)(?:@[^/?]*)?([^?]*)/.exec(specifier)
  if (!found) return null
  const [, from, name = '', path = ''] = found
  const plain = name + path
  // What JSR offers to npm is called so there.
  return from === 'jsr:' ? [plain, `${name.replace(/^@(.+)\/(.+)$/, '@jsr/$1__$2')}${path}`] : [plain]
}
