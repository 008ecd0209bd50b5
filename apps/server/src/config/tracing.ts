import { z } from 'zod'
import { address, text } from './environment.ts'

const headers = z
  .string()
  .regex(/^[\w-]+=[^,]*(,[\w-]+=[^,]*)*$/, 'must be written as name=value,name=value')
  .transform((list) => Object.fromEntries(list.split(',').map(toHeader)))

/** OpenTelemetry's own variables: https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
export const tracingSchema = z
  .object({
    OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
    OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
    OTEL_SERVICE_NAME: text.default('clearday'),
  })
  .transform((env): { tracing: TracingSettings | null } => {
    if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return { tracing: null }
    const tracing = {
      url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
      headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
      serviceName: env.OTEL_SERVICE_NAME,
    }
    return { tracing }
  })

export type TracingSettings = { url: string; headers: Record<string, string>; serviceName: string }

/** A value may hold signs that are written in percent. */
function toHeader(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
}
