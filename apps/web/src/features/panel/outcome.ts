import { panelTexts } from '@app/content/ru/ui/panel'
import type { JsonValue } from '@app/domain/panel/json'
import type { TestResult } from '@app/domain/panel/test-schema'
import type { Answer } from './requests/send-test.ts'

/** A test's result before it gets its time. */
export type Outcome = Omit<TestResult, 'timestamp'>

const texts = panelTexts.test

/** A call is a success when the server says so, with any status of the 200s. `failure` names what failed. */
export function judgeAnswer(answer: Answer, failure: string): Outcome {
  const { status, statusText, ms } = answer
  const data: JsonValue = { ...answer }
  const line = `${status} ${statusText}`.trim()
  if (status >= 200 && status < 300) return { success: true, message: texts.answered(line, ms), data }
  return { success: false, message: failure, error: withHint(line, status), data }
}

/** Nothing answered, or what was typed could not be sent. */
export function failedOutcome(failure: string, error: unknown): Outcome {
  const reason = messageOf(error)
  // `fetch` has one error for everything that never reached a server.
  return {
    success: false,
    message: failure,
    error: error instanceof TypeError ? `${reason}. ${texts.silentHint}` : reason,
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function withHint(line: string, status: number): string {
  if (status === 404) return `${line}. ${texts.notFoundHint}`
  if (status === 401 || status === 403) return `${line}. ${texts.deniedHint}`
  return line
}
