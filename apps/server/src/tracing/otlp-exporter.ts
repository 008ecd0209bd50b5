import type { TracingSettings } from '../config/tracing.ts'

/** Something that took time. Its attributes are names of ours and numbers: nothing that a visitor wrote. */
export type Span = {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  kind: 'server' | 'consumer'
  startMs: number
  endMs: number
  attributes: Readonly<Record<string, string | number>>
  isError: boolean
}

export type SpanExporter = { add: (span: Span) => void; close: () => Promise<void> }

const kinds = { server: 2, consumer: 5 } as const
const errorStatus = { code: 2 }
const everyMs = 5_000
const timeoutMs = 10_000
const closeMs = 2_000
const batchSize = 512
/** What waits beyond this, besides the batch under way, is dropped: tracing must never cost more than it tells. */
const mostWaiting = 4_096

/**
 * Sends spans by OTLP over HTTP, as JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp), some seconds later and many at once.
 * A collector that is away loses them; `onTrouble` is told once until it is back.
 */
export function openSpanExporter(
  { url, headers, serviceName }: TracingSettings,
  call: typeof fetch,
  onTrouble: () => void,
): SpanExporter {
  const waiting: Span[] = []
  let underWay: Promise<void> | null = null
  let isAway = false

  async function send(spans: readonly Span[]): Promise<void> {
    const isTaken = await post(toBody(spans, serviceName))
    if (!isTaken && !isAway) onTrouble()
    isAway = !isTaken
  }

  async function post(body: object): Promise<boolean> {
    try {
      const response = await call(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }

  /** One batch at a time: with several under way a collector that never answers would hold what the limit is to drop. */
  async function sendAll(): Promise<void> {
    while (waiting.length > 0) await send(waiting.splice(0, batchSize))
    underWay = null
  }

  async function flush(): Promise<void> {
    if (waiting.length > 0) underWay ??= sendAll()
    await underWay
  }

  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()
  return {
    add(span) {
      if (waiting.length >= mostWaiting) return
      waiting.push(span)
      if (waiting.length >= batchSize) void flush()
    },
    async close() {
      clearInterval(timer)
      await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, closeMs).unref())])
      waiting.length = 0
    },
  }
}

function toBody(spans: readonly Span[], serviceName: string): object {
  const resource = { attributes: [toAttribute(['service.name', serviceName])] }
  return {
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'clearday' }, spans: spans.map(toSpan) }] }],
  }
}

function toSpan({ parentSpanId, kind, startMs, endMs, attributes, isError, ...span }: Span): object {
  return {
    ...span,
    ...(parentSpanId && { parentSpanId }),
    kind: kinds[kind],
    startTimeUnixNano: toNanoseconds(startMs),
    endTimeUnixNano: toNanoseconds(endMs),
    attributes: Object.entries(attributes).map(toAttribute),
    status: isError ? errorStatus : {},
  }
}

/** 64-bit numbers travel as text. */
function toNanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}

function toAttribute([key, value]: [string, string | number]): object {
  return { key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }
}
