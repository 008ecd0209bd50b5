import { apiErrorTexts, checklistMessages } from '@app/content/ru/errors'
import type { ClientConfig } from '@app/contracts/client-config'
import type { SendChecklistRequest } from '@app/contracts/messages'
import { stripPhone } from '@app/domain/quiz/contact'
import type { Subcategory } from '@app/domain/result/categories'
import { categoryOf } from '@app/domain/result/categories'
import { ApiError, callApi } from '#web/lib/api.ts'

/** Asks for a checklist to be sent to a phone. Throws `ApiError`. */
export async function sendChecklist(
  config: ClientConfig,
  subcategory: Subcategory,
  { phone, resultToken }: { phone: string; resultToken: string | undefined },
): Promise<void> {
  const body: SendChecklistRequest = {
    phoneNumber: stripPhone(phone),
    category: categoryOf(subcategory),
    subcategory,
    ...(resultToken && { resultToken }),
  }
  await callApi(config, '/whatsapp/send-checklist', { method: 'POST', body })
}

/**
 * Correctable errors have their own texts; all others share the specification's text (section 8).
 */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return checklistMessages.sendFailed
  return isVisitorError(error.code) ? apiErrorTexts[error.code] : checklistMessages.sendFailed
}

const visitorErrorCodes = ['opted_out', 'rate_limited'] as const
type VisitorErrorCode = (typeof visitorErrorCodes)[number]

export function isVisitorError(code: ApiError['code']): code is VisitorErrorCode {
  return visitorErrorCodes.some((each) => each === code)
}
