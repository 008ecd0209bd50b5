import { panelTexts } from '@app/content/ru/ui/panel'
import { isClosed } from '@app/domain/panel/panel-tests'
import type { Answer } from '../requests/send-test.ts'
import type { RequestDraft } from '../requests/test-request.ts'
import { closedAnswer, expectedAnswer } from './expected-answers.ts'
import { differenceOf, judgeAnswer, type Outcome } from './outcome.ts'

type Probed = { draft: RequestDraft; answer: Answer; failure: string; isForeign: boolean }

/**
 * Judges the answer of a probed endpoint by the contract. Another installation is shown no token: there, what is for
 * somebody known has to refuse, in the contract's words.
 */
export function judgeProbe({ draft, answer, failure, isForeign }: Probed): Outcome {
  if (!isForeign || !isClosed(draft.endpoint)) return judgeAnswer(answer, failure, expectedAnswer(draft))
  if (answer.status === 401 && differenceOf(answer.body, closedAnswer) === null) {
    return { success: true, message: panelTexts.test.closed, data: { ...answer } }
  }
  const outcome = judgeAnswer(answer, failure, closedAnswer)
  return answer.status < 300
    ? { ...outcome, success: false, message: failure, error: panelTexts.test.open }
    : outcome
}
