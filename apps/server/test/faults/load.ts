import { setTimeout as sleep } from 'node:timers/promises'
import { buildAttempt } from '@app/testing/attempt'
import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent } from '@app/testing/payments/shop'
import { pollTimeoutMs } from './installation.ts'

/** What was acknowledged: attempts by their ids, orders and the provider's notices of their payment by number. */
type Acknowledged = { leads: Set<string>; orders: Set<number>; payments: Set<number> }

export type Load = {
  acknowledged: Acknowledged
  /** Everything that was not acknowledged, by what was answered instead: `503`, `ECONNREFUSED`. */
  refused: Map<string, number>
  /** The longest that somebody waited for an acknowledgement or a refusal. */
  maxAnswerMs: () => number
  /** Waits until so many more leads are acknowledged; throws when that takes minutes. */
  progress: (leads: number) => Promise<void>
  stop: () => Promise<void>
}

const writers = 4
const requestTimeoutMs = 20_000

/**
 * People who leave leads, place orders and pay them, until told to stop. Whoever is refused tries the very same again, as the
 * browser's outbox and the payment provider do. `baseOf` says whom to ask next.
 */
export function startLoad(baseOf: () => string, { retries = true } = {}): Load {
  const acknowledged: Acknowledged = { leads: new Set(), orders: new Set(), payments: new Set() }
  const refused = new Map<string, number>()
  let isOver = false
  let maxMs = 0

  async function ask(path: string, init: { headers: Record<string, string>; body: string }): Promise<string> {
    while (!isOver) {
      const askedAt = performance.now()
      const answer = await send(`${baseOf()}${path}`, init)
      maxMs = Math.max(maxMs, performance.now() - askedAt)
      if ('text' in answer) return answer.text
      refused.set(answer.refusal, (refused.get(answer.refusal) ?? 0) + 1)
      if (!retries && answer.refusal !== 'ECONNREFUSED') break
      await sleep(100)
    }
    throw new Error('the load is over')
  }

  const json = (body: object) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  async function leave(): Promise<void> {
    const attempt = buildAttempt()
    const email = `${attempt.attemptId}@example.kz`
    await ask('/api/leads', json({ ...attempt, contact: { ...attempt.contact, email } }))
    acknowledged.leads.add(attempt.attemptId)
  }

  async function buy(): Promise<void> {
    const placed: unknown = JSON.parse(await ask('/api/payment/checkout', json(buildIntent())))
    const { invId, orderId } = placed as { invId: number; orderId: string }
    acknowledged.orders.add(invId)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = buildNotice({ InvId: invId, Shp_order: orderId })
    const said = await ask('/api/payment/webhook/robokassa', { headers, body })
    if (said === `OK${invId}`) acknowledged.payments.add(invId)
  }

  const writing = Array.from({ length: writers }, async () => {
    while (!isOver) {
      for (const action of [leave, leave, leave, buy]) await action().catch(() => {})
      await sleep(20)
    }
  })
  return {
    acknowledged,
    refused,
    maxAnswerMs: () => maxMs,
    async progress(leads) {
      const wanted = acknowledged.leads.size + leads
      for (
        const until = performance.now() + pollTimeoutMs;
        acknowledged.leads.size < wanted;
        await sleep(20)
      ) {
        if (performance.now() > until)
          throw new Error(`nothing is acknowledged any more: ${JSON.stringify([...refused])}`)
      }
    },
    async stop() {
      isOver = true
      await Promise.all(writing)
    },
  }
}

/** Sends a request and returns the answer, or the reason of its refusal. */
async function send(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<{ text: string } | { refusal: string }> {
  try {
    const signal = AbortSignal.timeout(requestTimeoutMs)
    const answer = await fetch(url, { method: 'POST', headers, body, signal })
    const text = await answer.text()
    return answer.ok ? { text } : { refusal: String(answer.status) }
  } catch (error) {
    const { cause = error } = error as { cause?: unknown }
    const { code, name } = cause as { code?: unknown; name?: string }
    return { refusal: typeof code === 'string' ? code : (name ?? 'unknown') }
  }
}
