import type { ClientConfig } from '@app/contracts/client-config'
import { isRecord } from '@app/domain/is-record'
import { callFunction } from '#web/lib/call-function.ts'

export type DeletionOutcome = 'deleted' | 'proof_wanted'

/** The codes that another proof resolves: the sign-in is an old one, or lacks the second factor. */
const proofErrorCodes = ['fresh_sign_in_required', 'second_factor_required']

/**
 * Deletes the user's account and data on the server. Throws when the server failed; then nothing
 * has changed.
 */
export async function deleteAccount(config: ClientConfig): Promise<DeletionOutcome> {
  const response = await callFunction(config, 'delete-account')
  if (response.status === 403 && proofErrorCodes.includes(await codeOf(response))) return 'proof_wanted'
  if (!response.ok) throw new Error(`the account was not deleted: ${response.status}`)
  return 'deleted'
}

async function codeOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null)
  return isRecord(body) && 'code' in body ? String(body.code) : ''
}
