import { existsSync } from 'node:fs'
import path from 'node:path'
import { isMailbox } from '@app/server/config/environment'
import { root } from './run.ts'

export const envFile = path.join(root, '.env')

/**
 * Adds `.env` to the environment, which wins; but not the MAIL that `sudo` sets, or MAIL of `.env` would not be read. Tells of one
 * that cannot be read, and ends the process with 1.
 */
export function loadEnv(file = envFile): void {
  if (isMailbox('MAIL', process.env.MAIL)) delete process.env.MAIL
  if (!existsSync(file)) return
  try {
    process.loadEnvFile(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    console.error(`${file} cannot be read (${code}): make it a file that the user of this process may read.`)
    process.exit(1)
  }
}
