import { existsSync } from 'node:fs'
import path from 'node:path'
import { isMailbox } from '@app/server/config/environment'
import { root } from './run.ts'

export const envFile = path.join(root, '.env')

/** Adds `.env` to the environment, which wins; but not the MAIL that `sudo` sets, or MAIL of `.env` would not be read. */
export function loadEnv(): void {
  if (isMailbox('MAIL', process.env.MAIL)) delete process.env.MAIL
  if (existsSync(envFile)) process.loadEnvFile(envFile)
}
