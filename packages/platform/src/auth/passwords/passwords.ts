import bcrypt from 'bcrypt'
import type { AuthSettings } from '../../settings.ts'
import { validationFailed, weakPassword } from '../auth-errors.ts'
import { isCommonPassword } from './common-passwords.ts'
import { containsAddress, containsName, namesInAddress } from './personal-passwords.ts'

/** bcrypt reads no further than this many bytes. */
const passwordMaxLength = 72

const dummyHashes = new Map<number, Promise<string>>()

type PasswordRules = {
  siteUrl: string
  auth: Pick<AuthSettings, 'passwordMinLength' | 'siteNames' | 'leakedPasswords'>
}

/** Throws when a new password of the owner of `email` is too weak or too long to be kept. */
export function checkPassword(
  { auth: settings, siteUrl }: PasswordRules,
  password: string,
  email: string | null,
): void {
  if (Buffer.byteLength(password) > passwordMaxLength) {
    throw validationFailed(`Password cannot be longer than ${passwordMaxLength} characters`, 422)
  }
  if (password.length < settings.passwordMinLength) {
    throw weakPassword(`Password should be at least ${settings.passwordMinLength} characters.`, ['length'])
  }
  if (email && containsAddress(password, email)) {
    throw weakPassword('Password should not contain your email address.', ['personal'])
  }
  const names = [...settings.siteNames, ...namesInAddress(siteUrl)]
  const isCommon = isCommonPassword(password) || containsName(password, names)
  if (isCommon || settings.leakedPasswords?.has(password)) {
    throw weakPassword('Password is known to be weak and easy to guess, please choose a different one.', [
      'pwned',
    ])
  }
}

export function hashPassword(settings: AuthSettings, password: string): Promise<string> {
  return bcrypt.hash(password, settings.bcryptCost)
}

/**
 * Compares off the main thread. Without a hash it compares with one that nothing matches, so that
 * an account without a password, or none at all, takes as long to refuse.
 */
export async function isPassword(
  settings: AuthSettings,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const usable = hash?.startsWith('$2') === true && Buffer.byteLength(password) <= passwordMaxLength
  const matches = await bcrypt.compare(password, usable ? hash : await dummyHash(settings.bcryptCost))
  return usable && matches
}

function dummyHash(cost: number): Promise<string> {
  const made = dummyHashes.get(cost) ?? bcrypt.hash(crypto.randomUUID(), cost)
  dummyHashes.set(cost, made)
  return made
}
