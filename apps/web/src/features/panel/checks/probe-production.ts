import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { dailyMessagingProbes, triggerPayload } from '@app/domain/panel/panel-tests'
import type { PanelTools } from '../panel-context.ts'
import type { Answer } from '../requests/send-test.ts'
import { evaluateProbe } from './evaluate-probe.ts'
import { callOf } from './expected-answers.ts'
import { evaluateAnswer, messageOf, type Outcome, reasonOf } from './outcome.ts'

type ProbeTools = Pick<PanelTools, 'send' | 'isForeign'> & { apiUrl: string; signal: AbortSignal }

/** Probes the root of the production API. A failure raises an alert. */
export async function probeProductionApi({ send, apiUrl, signal }: ProbeTools): Promise<Outcome> {
  const draft = { method: 'GET', endpoint: '/' } as const
  let answer: Answer
  try {
    answer = await send(draft, signal, apiUrl)
  } catch (error) {
    return failedProbe(panelErrorTexts.apiNotAccessible(messageOf(error)), error)
  }
  return withFailureAlert(
    evaluateAnswer(answer, panelErrorTexts.apiStatus(answer.status), callOf(draft, apiUrl)),
  )
}

/** Asks where the daily messaging may be mounted, without sending anything; the first place that is there decides. */
export async function probeDailyMessaging({ send, isForeign, apiUrl, signal }: ProbeTools): Promise<Outcome> {
  let silence: unknown
  for (const endpoint of dailyMessagingProbes) {
    const draft = { method: 'POST', endpoint, payload: triggerPayload } as const
    const answer = await send(draft, signal, apiUrl).catch((error: unknown) => {
      silence = error
      return null
    })
    signal.throwIfAborted()
    if (!answer || (answer.status === 404 && endpoint !== dailyMessagingProbes.at(-1))) continue
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    const failure = panelErrorTexts.dailyMessagingStatus(answer.status, body)
    return withFailureAlert(evaluateProbe({ draft, answer, failure, apiUrl, isForeign: isForeign(apiUrl) }))
  }
  return failedProbe(panelErrorTexts.dailyMessagingNotAccessible, silence)
}

function withFailureAlert(outcome: Outcome): Outcome {
  return outcome.success ? outcome : { ...outcome, alert: outcome.message }
}

function failedProbe(message: string, error: unknown): Outcome {
  return { success: false, message, error: reasonOf(error), alert: message }
}
