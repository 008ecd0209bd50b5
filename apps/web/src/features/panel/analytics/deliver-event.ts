import { panelErrorTexts } from '@app/content/ru/panel-errors'
import { panelTexts } from '@app/content/ru/ui/panel'
import type { ClientConfig } from '@app/contracts/client-config'
import { parseJson } from '@app/domain/panel/json'
import { z } from 'zod'
import { isTrackingAllowed, isTrackingRefused } from '#web/lib/analytics/choice.ts'
import { isOffline, messageOf, type Outcome } from '../checks/outcome.ts'

const texts = panelTexts.analytics
const stopped = texts.stopped

/** PostHog's answer to accepted events. */
const takenSchema = z.object({ status: z.union([z.literal(1), z.literal('Ok')]) })

/** The page's own library of the provider: the very one that sends what visitors do. */
export type AnalyticsLibrary = {
  isPosthogOpen: () => boolean
  captureNow: (event: string, properties: Record<string, unknown>) => Promise<Response>[]
}

type Delivery = {
  event: string
  properties: Record<string, unknown>
  /** The reason why nothing is sent (`analyticsOffReason`). */
  obstacle: string | null
  host: string
  /** Rejects where the library cannot be fetched. */
  load: () => Promise<AnalyticsLibrary>
}

/** Returns why analytics is off here, by whose will; null when it is on. */
export function analyticsOffReason({ posthogKey }: Pick<ClientConfig, 'posthogKey'>): string | null {
  if (posthogKey === null) return stopped.noKey
  if (isTrackingRefused(navigator)) return stopped.browser
  return isTrackingAllowed() ? null : stopped.visitor
}

/** Sends an event the way visitors' are sent, waits for the provider's answer, and names what stopped it. */
export async function deliverEvent({ event, properties, obstacle, host, load }: Delivery): Promise<Outcome> {
  if (obstacle !== null) return off(obstacle)
  const library = await load().catch(() => null)
  if (!library) return off(isOffline() ? panelTexts.test.offline : stopped.library)
  if (!library.isPosthogOpen()) return off(stopped.notStarted)
  const [request] = library.captureNow(event, properties)
  if (!request) return failed(stopped.keptBack)

  let answer: Response
  try {
    answer = await request
  } catch (error) {
    return failed(isOffline() ? panelTexts.test.offline : stopped.silent(host, messageOf(error)))
  }
  const reading = parseJson(await answer.text())
  const body = reading.outcome === 'read' ? reading.value : null
  if (!answer.ok) return failed(stopped.refused(host, answer.status))
  if (!takenSchema.safeParse(body).success) return failed(stopped.unlike(host))
  const sent = parseJson(JSON.stringify(properties))
  return {
    success: true,
    message: texts.taken(answer.status),
    data: { event, ...(sent.outcome === 'read' && { properties: sent.value }) },
  }
}

function off(reason: string): Outcome {
  return { ...failed(reason), alert: panelErrorTexts.analyticsUnavailable }
}

function failed(error: string): Outcome {
  return { success: false, message: panelErrorTexts.analyticsUnavailable, error }
}
