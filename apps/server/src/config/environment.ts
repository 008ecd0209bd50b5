import { z } from 'zod'

/** The process environment: only text, and an empty value means the same as none. */
export type Environment = Record<string, string | undefined>

export const text = z.string().trim().min(1)
export const port = z.coerce.number().int().min(0).max(65_535)
export const flag = z.enum(['0', '1']).transform((value) => value === '1')

/** A time of the day as clocks show it: `09:00`. */
export const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 09:00', abort: true })

/** An address without a trailing slash. */
export const address = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))

/** `30/300`: at most 30 in 300 seconds. */
export const rateLimit = z
  .string()
  .regex(/^[1-9]\d*\/[1-9]\d*$/, 'must be written as <requests>/<seconds>, such as 30/300')
  .transform((value) => {
    const [max, seconds] = value.split('/').map(Number)
    return { max: max ?? 0, seconds: seconds ?? 0 }
  })

/**
 * Drops empty variables, and MAIL where a login, `su` or `sudo` set it to the file of a mailbox.
 */
export function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value?.trim() && !isMailbox(name, value)),
  )
}

/** Returns true when a variable is the system's MAIL, not ours. */
export function isMailbox(name: string, value: string | undefined): boolean {
  return name === 'MAIL' && value?.startsWith('/') === true
}
