import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelTexts } from '@app/content/ru/ui/panel'
import { isFields, type JsonValue } from '@app/domain/panel/json'
import { dailyMessagingProbes, triggerPayload } from '@app/domain/panel/panel-tests'
import { judgeAnswer, messageOf, type Outcome } from '../outcome.ts'
import type { PanelTools } from '../panel-context.ts'
import type { Answer } from '../requests/send-test.ts'

type Send = PanelTools['send']

/** What the root of the API says of itself (specification, section 7). */
const expectedStatus = 'API is running'

/** Asks the root of the production API. A failure is told at once, in an alert. */
export async function probeProductionApi(send: Send, apiUrl: string): Promise<Outcome> {
  const answer = await send({ method: 'GET', endpoint: '/' }, apiUrl).catch((error: unknown) =>
    messageOf(error),
  )
  if (typeof answer === 'string') return told(panelErrorTexts.apiNotAccessible(answer))
  const message = panelErrorTexts.apiStatus(answer.status)
  const outcome = judgeAnswer(answer, message)
  if (!outcome.success) {
    window.alert(message)
    return outcome
  }
  return isOurs(answer.body)
    ? outcome
    : { ...outcome, success: false, message, error: panelTexts.productionApi.unexpected }
}

/** Asks where the daily messaging may be mounted, without sending anything; the first place that is there decides. */
export async function probeDailyMessaging(send: Send, apiUrl: string): Promise<Outcome> {
  let answer: Answer | null = null
  for (const endpoint of dailyMessagingProbes) {
    answer = await send({ method: 'POST', endpoint, payload: triggerPayload }, apiUrl).catch(() => null)
    if (answer && answer.status !== 404) break
  }
  if (!answer) return told(panelErrorTexts.dailyMessagingNotAccessible)
  const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  const message = panelErrorTexts.dailyMessagingStatus(answer.status, body)
  const outcome = judgeAnswer(answer, message)
  if (!outcome.success) window.alert(message)
  return outcome
}

function isOurs(body: JsonValue): boolean {
  return isFields(body) && body.status === expectedStatus
}

function told(message: string): Outcome {
  window.alert(message)
  return { success: false, message, error: panelTexts.test.silentHint }
}
