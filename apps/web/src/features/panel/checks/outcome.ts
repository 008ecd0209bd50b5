import { apiErrorTexts } from '@app/content/ru/errors'
import { panelTexts } from '@app/content/ru/ui/panel'
import { errorBodySchema } from '@app/contracts/errors'
import type { JsonValue } from '@app/domain/panel/json'
import { paymentWebhook } from '@app/domain/panel/panel-tests'
import type { TestResult } from '@app/domain/panel/test-schema'
import type { z } from 'zod'
import { ApiError } from '#web/lib/api.ts'
import type { Answer } from '../requests/send-test.ts'
import { type Call, expectedAnswer, mayAnswerNotFound } from './expected-answers.ts'

/** A test's result before it gets its time; `alert` is said aloud besides. */
export type Outcome = Omit<TestResult, 'timestamp'> & { alert?: string }

const texts = panelTexts.test

/**
 * A call is a success when the server says so, with any status of the 200s, and answers what the
 * contract promises, where it promises anything. `failure` names what failed.
 */
export function evaluateAnswer(answer: Answer, failure: string, call: Call): Outcome {
  const { status, ms, body } = answer
  const data: JsonValue = { ...answer }
  if (status < 200 || status >= 300) {
    return { success: false, message: failure, error: refusalOf(answer, call), data }
  }
  const expected = expectedAnswer(call)
  const difference = expected && differenceOf(body, expected)
  if (difference !== null) return { success: false, message: failure, error: texts.unlike(difference), data }
  return { success: true, message: texts.answered(statusLineOf(answer), ms), data }
}

/** The outcome without an answer. */
export function failedOutcome(failure: string, error: unknown): Outcome {
  return { success: false, message: failure, error: reasonOf(error) }
}

/** Describes an error, with advice for a missing answer. */
export function reasonOf(error: unknown): string {
  const reason = messageOf(error)
  return isTimeout(error) && reason !== texts.offline ? `${reason}. ${texts.silentHint}` : reason
}

/**
 * Returns the message of an error. A browser without a network reports every address as out of
 * reach.
 */
export function messageOf(error: unknown): string {
  if (isTimeout(error) && isOffline()) return texts.offline
  if (error instanceof ApiError)
    return error.code === 'unreachable' ? texts.silent : apiErrorTexts[error.code]
  return error instanceof Error ? error.message : String(error)
}

/**
 * Returns true when nothing answered. `fetch` has one error for everything that never reached a
 * server.
 */
function isTimeout(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof ApiError && error.code === 'unreachable')
}

/** Returns true when the browser knows that it has no network; where tests run, nobody does. */
export function isOffline(): boolean {
  return navigator.onLine === false
}

function statusLineOf({ status, statusText }: Answer): string {
  return `${status} ${statusText}`.trim()
}

/** A refusal in the server's own words, with what a technician can do about it. */
function refusalOf(answer: Answer, call: Call): string {
  const said = errorBodySchema.safeParse(answer.body).data?.message
  const hint =
    said !== undefined && mayAnswerNotFound(call) && answer.status === 404 ? null : hintOf(answer, call)
  return [`${statusLineOf(answer)}${said || hint ? '.' : ''}`, said, hint].filter(Boolean).join(' ')
}

function hintOf({ status }: Answer, { path }: Call): string | null {
  if (status === 404) return texts.notFoundHint
  if (status === 401 || status === 403) return texts.deniedHint
  return status === 400 && path === paymentWebhook ? texts.signatureHint : null
}

/** Returns the first difference from the contract; null without one. */
export function differenceOf(body: JsonValue, expected: z.ZodType): string | null {
  const [issue] = expected.safeParse(body).error?.issues ?? []
  if (!issue) return null
  const place = issue.path.join('.')
  const wanted = issue.code === 'invalid_value' ? texts.expected(issue.values.join(', ')) : ''
  if (place || wanted) return [place, wanted].filter(Boolean).join(': ')
  return typeof body === 'string' ? texts.noJson : texts.otherShape
}
