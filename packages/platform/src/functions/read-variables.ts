import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** The variables that `.env` in the folder of functions gives them, as upstream's command line reads it. */
export async function readVariables(folder: string): Promise<Record<string, string>> {
  const text = await readFile(join(folder, '.env'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return ownVariables(parseEnv(text) as Record<string, string>)
}

/** Without those whose names belong to the platform: what a project is reached by is not for a file to say. */
export function ownVariables(variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith('SUPABASE_')))
}
