import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import type { Environment } from './config/environment.ts'
import { ConfigError, readConfig, type Settings } from './config.ts'

/** Reads the settings; prints the problems and exits with 1 when they are invalid. */
export function settingsOrExit(environment: Environment): Settings {
  try {
    return readConfig(environment, sampleOwner)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
