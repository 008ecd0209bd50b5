import { panelTexts } from '@app/content/ru/ui/panel'
import { probedEndpoints, probeMethod, triggerPayload } from '@app/domain/panel/panel-tests'
import { messageOf, type Outcome } from '../outcome.ts'
import type { PanelTools } from '../panel-context.ts'

export type Probe = { endpoint: string; method: string; success: boolean; answer: string }

/** Asks every endpoint of the list, one after the other, and says what each answered: status and its text, or the error. */
export async function probeEndpoints(
  send: PanelTools['send'],
  onProbe: (probe: Probe) => void,
): Promise<Outcome> {
  const probes: Probe[] = []
  for (const endpoint of probedEndpoints) {
    const probe = await probeEndpoint(send, endpoint)
    probes.push(probe)
    onProbe(probe)
  }
  const failed = probes.filter(({ success }) => !success).length
  const texts = panelTexts.debug
  return failed === 0
    ? { success: true, message: texts.allAnswered(probes.length), data: probes }
    : { success: false, message: texts.someFailed(failed, probes.length), data: probes }
}

async function probeEndpoint(send: PanelTools['send'], endpoint: string): Promise<Probe> {
  const method = probeMethod(endpoint)
  try {
    const payload = method === 'POST' ? triggerPayload : undefined
    const { status, statusText } = await send({ method, endpoint, payload })
    return {
      endpoint,
      method,
      success: status >= 200 && status < 300,
      answer: `${status} ${statusText}`.trim(),
    }
  } catch (error) {
    return { endpoint, method, success: false, answer: messageOf(error) }
  }
}
