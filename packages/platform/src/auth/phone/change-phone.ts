import type { AuthContext } from '../auth-context.ts'
import { phoneExists } from '../auth-errors.ts'
import { findIdByPhone } from '../users/user-repository.ts'
import { throwTextCodesUnsupported } from './text-codes-unsupported.ts'

/** Throws unless numbers confirm themselves and nobody has this one: no code is sent to a phone. */
export async function requirePhoneChange(context: AuthContext, phone: string): Promise<void> {
  const { phoneEnabled, phoneAutoconfirm } = context.settings.auth
  if (!phoneEnabled || !phoneAutoconfirm) throwTextCodesUnsupported(context)
  if (await findIdByPhone(context.db, phone)) throw phoneExists()
}
