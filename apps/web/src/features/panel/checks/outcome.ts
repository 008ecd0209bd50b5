import { panelTexts } from '@app/content/ru/ui/panel'
import type { JsonValue } from '@app/domain/panel/json'
import type { TestResult } from '@app/domain/panel/test-schema'
import type { z } from 'zod'
import type { Answer } from '../requests/send-test.ts'

/** A test's result before it gets its time; `alert` is said aloud besides. */
export type Outcome = Omit<TestResult, 'timestamp'> & { alert?: string }

const texts = panelTexts.test

/**
 * A call is a success when the server says so, with any status of the 200s, and answers what `expected` describes; null
 * where nobody promised anything about the answer. `failure` names what failed.
 */
export function judgeAnswer(answer: Answer, failure: string, expected: z.ZodType | null): Outcome {
  const { status, statusText, ms, body } = answer
  const data: JsonValue = { ...answer }
  const line = `${status} ${statusText}`.trim()
  if (status < 200 || status >= 300) {
    return { success: false, message: failure, error: withHint(line, status), data }
  }
  const difference = expected && differenceOf(body, expected)
  if (difference !== null) return { success: false, message: failure, error: texts.unlike(difference), data }
  return { success: true, message: texts.answered(line, ms), data }
}

/** Nothing answered, or what was typed could not be sent. */
export function failedOutcome(failure: string, error: unknown): Outcome {
  return { success: false, message: failure, error: reasonOf(error) }
}

/** What went wrong, and what to look at where nothing answered. */
export function reasonOf(error: unknown): string {
  const reason = messageOf(error)
  // `fetch` has one error for everything that never reached a server.
  return error instanceof TypeError ? `${reason}. ${texts.silentHint}` : reason
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A refusal with what an administrator can do about it. */
function withHint(line: string, status: number): string {
  if (status === 404) return `${line}. ${texts.notFoundHint}`
  if (status === 401 || status === 403) return `${line}. ${texts.deniedHint}`
  return line
}

/** The first place where an answer is not what was promised; null when it is. */
export function differenceOf(body: JsonValue, expected: z.ZodType): string | null {
  const [issue] = expected.safeParse(body).error?.issues ?? []
  if (!issue) return null
  const place = issue.path.join('.')
  const wanted = issue.code === 'invalid_value' ? texts.expected(issue.values.join(', ')) : ''
  if (place || wanted) return [place, wanted].filter(Boolean).join(': ')
  return typeof body === 'string' ? texts.noJson : texts.otherShape
}
