import { randomBytes } from 'node:crypto'

/** 192 random bits: who has it may read one result, and it cannot be guessed. */
export function createResultToken(): string {
  return randomBytes(24).toString('base64url')
}
