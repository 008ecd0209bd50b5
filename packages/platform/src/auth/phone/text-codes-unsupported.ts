import type { AuthContext } from '../auth-context.ts'
import { noTextProvider, phoneProviderDisabled } from '../auth-errors.ts'

/** Throws as GoTrue does where it knows no provider of texts: no code is sent to a phone. */
export function throwTextCodesUnsupported({ settings }: AuthContext, message?: string): never {
  throw settings.auth.phoneEnabled ? noTextProvider() : phoneProviderDisabled(message)
}
