import { validationFailed } from '../auth-errors.ts'

/** A number in the one form it is stored in: E.164 without its plus. Throws when it is none. */
export function parsePhone(text: string, status = 400): string {
  const phone = text.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9]\d{1,14}$/.test(phone)) {
    throw validationFailed('Invalid phone number format (E.164 required)', status)
  }
  return phone
}
