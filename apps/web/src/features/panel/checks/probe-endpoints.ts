import { panelTexts } from '@app/content/ru/ui/panel'
import { probedEndpoints, probeMethod, triggerPayload } from '@app/domain/panel/panel-tests'
import type { PanelTools } from '../panel-context.ts'
import { evaluateProbe } from './evaluate-probe.ts'
import { type Outcome, reasonOf } from './outcome.ts'
import { testLimitMs } from './with-limit.ts'

/**
 * The way one endpoint answered: its status, or what came in between; when that is no success, why.
 */
export type Probe = { endpoint: string; method: string; success: boolean; answer: string; error?: string }

type ProbeTools = Pick<PanelTools, 'send' | 'apiUrl' | 'isForeign'> & { signal: AbortSignal }

const texts = panelTexts.debug

/** The limit of one test for each endpoint. */
export const probesLimitMs = probedEndpoints.length * testLimitMs

/** Asks every endpoint of the list, one after the other, and says what each answered: status and its text, or the error. */
export async function probeEndpoints(asking: ProbeTools, onProbe: (probe: Probe) => void): Promise<Outcome> {
  const probes: Probe[] = []
  for (const endpoint of probedEndpoints) {
    const probe = await probeEndpoint(asking, endpoint)
    asking.signal.throwIfAborted()
    probes.push(probe)
    onProbe(probe)
  }
  const failed = probes.filter(({ success }) => !success).length
  return failed === 0
    ? { success: true, message: texts.allAnswered(probes.length), data: probes }
    : { success: false, message: texts.someFailed(failed, probes.length), data: probes }
}

async function probeEndpoint(
  { send, apiUrl, isForeign, signal }: ProbeTools,
  endpoint: string,
): Promise<Probe> {
  const method = probeMethod(endpoint)
  const draft = { method, endpoint, ...(method === 'POST' && { payload: triggerPayload }) }
  try {
    const answer = await send(draft, signal)
    const line = `${answer.status} ${answer.statusText}`.trim()
    const { success, error } = evaluateProbe({ draft, answer, failure: line, apiUrl, isForeign: isForeign() })
    return { endpoint, method, success, answer: line, ...(error !== undefined && { error }) }
  } catch (error) {
    return { endpoint, method, success: false, answer: texts.noAnswer, error: reasonOf(error) }
  }
}
