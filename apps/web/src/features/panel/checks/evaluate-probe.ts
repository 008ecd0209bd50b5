import { panelTexts } from '@app/content/ru/ui/panel'
import { isClosed } from '@app/domain/panel/panel-tests'
import type { Answer } from '../requests/send-test.ts'
import type { RequestDraft } from '../requests/test-request.ts'
import { callOf, closedAnswer } from './expected-answers.ts'
import { differenceOf, evaluateAnswer, type Outcome } from './outcome.ts'

type EndpointAnswer = {
  draft: RequestDraft
  answer: Answer
  failure: string
  apiUrl: string
  isForeign: boolean
}

/**
 * Evaluates a probe by the contract of the API at `apiUrl`. Another installation gets no token, so
 * its closed endpoints must refuse.
 */
export function evaluateProbe({ draft, answer, failure, apiUrl, isForeign }: EndpointAnswer): Outcome {
  const call = callOf(draft, apiUrl)
  const outcome = evaluateAnswer(answer, failure, call)
  if (!isForeign || call.path === null || !isClosed(call.path)) return outcome
  if (answer.status === 401 && differenceOf(answer.body, closedAnswer) === null) {
    return { success: true, message: panelTexts.test.closed, data: { ...answer } }
  }
  return answer.status < 300
    ? { ...outcome, success: false, message: failure, error: panelTexts.test.open }
    : outcome
}
