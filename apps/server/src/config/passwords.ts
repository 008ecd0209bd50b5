import { z } from 'zod'
import { text } from './environment.ts'

/** Settings of forbidden passwords. */
export const passwordsSchema = z
  .object({ PASSWORD_LEAKS_FILE: text.optional() })
  .transform((env): PasswordSettings => ({ leaksFile: env.PASSWORD_LEAKS_FILE ?? null }))

export type PasswordSettings = {
  /** Knows passwords that have leaked somewhere; null knows of none. */
  leaksFile: string | null
}
