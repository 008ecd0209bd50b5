import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'smol-toml'
import { isObject } from '../http/json.ts'

/**
 * The functions that `config.toml`, beside the folder of functions as in every Supabase project, opens to callers
 * without a token: `[functions.<name>]` with `verify_jwt = false`. Throws when the file is no TOML, or says neither true
 * nor false.
 */
export async function listOpenFunctions(folder: string): Promise<string[]> {
  const path = join(dirname(folder), 'config.toml')
  const text = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const { functions } = parse(text)
  if (!isObject(functions)) return []
  return Object.entries(functions).flatMap(([name, settings]) => {
    const verify = isObject(settings) ? (settings.verify_jwt ?? true) : true
    if (typeof verify !== 'boolean') {
      throw new Error(`config.toml: [functions.${name}] verify_jwt must be true or false`)
    }
    return verify ? [] : [name]
  })
}
