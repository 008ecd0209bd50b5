import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import type { Environment } from './config/environment.ts'
import { ConfigError, readConfig, type Settings } from './config.ts'

/** Reads the settings, or tells what is wrong with them and ends the process with 1. */
export function settingsOrExit(environment: Environment): Settings {
  try {
    return readConfig(environment, sampleOwner)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
