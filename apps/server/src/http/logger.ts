import type { FastifyServerOptions } from 'fastify'
import type { LogLevel } from '../config.ts'
import { describeError } from './describe-error.ts'

export type LogStream = { write: (line: string) => void }

/** Settings of the structured log. Requests and errors are cut down to what may be kept, whoever logs them. */
export function loggerOptions(
  level: LogLevel,
  stream?: LogStream,
): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      req: (request) => ({ method: request.method, url: request.routeOptions?.url ?? 'unmatched' }),
      res: (reply) => ({ statusCode: reply.statusCode }),
      err: (error) => ({
        type: error.name,
        ...describeError(error),
        message: describeError(error).message ?? '',
      }),
    },
    ...(stream && { stream }),
  }
}
